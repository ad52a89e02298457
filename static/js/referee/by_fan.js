/* The page of a table where hands are won by their fan. */

import "./entry.js";
import "./correction.js";
import "./table.js";
