/* What the rules of this tournament do not allow of a fan, in the words of the server, and before anything is sent. */

import { data, say } from "./state.js";

export function fanObjection({ fan, flowers, confirmed }) {
  const { minimum, confirm_above: rare, refuse_above: limit } = data.settlement;
  if (fan > limit) return { code: "fan_too_high", field: "fan", message: say("fanTooHigh", { fan, limit }) };
  if (fan - flowers < minimum) {
    return { code: "fan_below_minimum", field: "fan", message: say(flowers ? "fanLowFlowers" : "fanLow", { fan, flowers, minimum }) };
  }
  return fan > rare && !confirmed ? { code: "confirm_fan", field: "fan", message: say("fanRare", { fan }) } : null;
}
