/* An entry in words, for the list of what waits. */

import { data, say } from "./state.js";

const nameOf = (seat) => data.seats[seat]?.name ?? "";

const HAND = (body) => {
  const names = { hand: body.number, winner: nameOf(body.winner), discarder: nameOf(body.discarder), fan: body.fan };
  if (body.winner === null) return say("handDrawn", names);
  if (body.discarder === null) return say("handSelf", names);
  return say(body.robbed_kong ? "handRobbed" : "handWon", names);
};

const SENTENCES = {
  hand: HAND,
  correction: (body) => say("corrected", { what: HAND(body) }),
  replay: (body) => say("handVoid", { hand: body.number }),
  penalty: (body) =>
    say("penaltySaid", { name: nameOf(body.seat), kind: data.penalties.kinds[body.kind]?.name ?? body.kind, amount: body.amount }),
  withdrawal: () => say("withdrawalSaid"),
  round: () => say("roundSaid"),
  time: () => say("timeSaid"),
  counting: () => say("countingSaid"),
  dispute: (body) => say("disputeSaid", { what: body.reason }),
  close: () => say("closeSaid"),
  call: () => say("callSaid"),
  answer: () => say("answerSaid"),
  check: () => say("checkSaid"),
  undo: (body, more) => say("undoSaid", { what: more.what ?? data.undo }),
};

export const describe = (kind, body, more = {}) => SENTENCES[kind](body, more);
