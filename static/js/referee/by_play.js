/* The page of a table under house rules. */

import "./play.js";
import "./play_correction.js";
import "./table.js";
