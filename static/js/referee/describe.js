/* An entry in words, for the list of what waits. */

import { data, say } from "./state.js";

const nameOf = (seat) => data.seats[seat]?.name ?? "";

/* A hand under house rules: what it gives only the server knows. */
function played({ number: hand, play }) {
  const names = { hand, winner: play.winners.map(({ seat }) => nameOf(seat)).join(", "), discarder: nameOf(play.discarder) };
  if (!play.winners.length) return say("handDrawn", names);
  if (play.discarder === null) return say("handSelfPlain", names);
  return say(play.way === "robbed_kong" ? "handRobbedPlain" : "handWonPlain", names);
}

const HAND = (body) => {
  if (body.play) return played(body);
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
