/* How a hand is entered and corrected: by its fan, or under house rules by the form that the settlement asks for. */

import { data } from "./state.js";

const [pad, dialog] = data.settlement.form
  ? await Promise.all([import("./play.js"), import("./play_correction.js")])
  : await Promise.all([import("./entry.js"), import("./correction.js")]);

export const { render, mendHand, isMending } = pad;
export const { mendCorrection } = dialog;
