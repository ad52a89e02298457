/* What the table is once everything that waits has arrived: the server's state, with one entry after the other applied to it.

   No rule is written here: what a hand or a penalty is worth, who deals, who moves and what time leaves to be played comes from the
   server as data ("settlement", "penalties", "plan"). */

import { handScores } from "./settle.js";

const added = (totals, changes) => totals.map((total, seat) => total + changes[seat]);
const taken = (changes) => changes.map((change) => -change);

/* What a penalty does to the four accounts; null where that cannot be said. */
export function penaltyEffect(penalties, { seat, mode, victim, currency, amount }) {
  if (currency !== "match_points") return [0, 0, 0, 0];
  const points = Number(String(amount).normalize("NFKC"));
  const each = mode === "pay_one" ? penalties.effects.pay_one[seat]?.[victim] : penalties.effects[mode]?.[seat];
  return each && Number.isInteger(points) ? each.map((change) => change * points) : null;
}

export const winOf = ({ winner, discarder, fan }) => (winner === null ? null : { winner, discarder, fan });

function begin(server) {
  return {
    hand: server.hand,
    waits: server.waits,
    totals: server.seats.map((seat) => seat.total),
    dead: server.seats.map((seat) => seat.dead),
    sitting: server.plan.sitting,
    confirmed: server.plan.confirmed,
    played: server.plan.played,
    time: server.plan.time,
    closed: server.waits === "closed",
    hands: server.hands,
    given: server.plan.given,
    blocked: false,
  };
}

/* From hand `first` on the running totals are others. */
const shifted = (hands, first, changes) =>
  hands.map((hand) => (hand.number < first ? hand : { ...hand, totals: added(hand.totals, changes) }));

const ACTS = {
  hand(now, body, server) {
    if (body.number !== now.hand) return now;
    // What a hand under house rules gives, and who deals after it, only the server knows.
    if (server.settlement.form) return { ...now, blocked: true };
    const scores = handScores(server.settlement, winOf(body));
    const change = now.given.filter((one) => one.hand === body.number).reduce((sum, one) => added(sum, one.effect), scores);
    const totals = added(now.hands.at(-1)?.totals ?? [0, 0, 0, 0], change);
    const line = { ...seating(server, now, body.number), ...recorded(body), scores, change, totals, waiting: true };
    const hands = [...now.hands, line];
    return { ...now, hand: now.hand + 1, played: now.played + 1, totals: added(now.totals, scores), dead: [false, false, false, false], hands };
  },
  correction(now, body, server) {
    if (server.settlement.form) return { ...now, blocked: true };
    const scores = handScores(server.settlement, winOf(body));
    const old = now.hands.find((hand) => hand.number === body.number);
    if (!old) return now;
    const changes = added(scores, taken(old.scores));
    const fresh = { ...old, ...recorded(body), scores, change: added(old.change, changes), waiting: true };
    const hands = now.hands.map((hand) => (hand === old ? fresh : hand));
    return { ...now, totals: added(now.totals, changes), hands: shifted(hands, body.number, changes) };
  },
  replay: (now) => ({ ...now, dead: [false, false, false, false] }),
  penalty(now, body, server) {
    const effect = penaltyEffect(server.penalties, body) ?? [0, 0, 0, 0];
    const dead = now.dead.map((is, seat) => is || (body.dead_hand && seat === body.seat && body.hand === now.hand));
    return { ...now, totals: added(now.totals, effect), dead, given: [...now.given, { hand: body.hand, effect }] };
  },
  withdrawal(now, body) {
    const given = now.given.find((penalty) => penalty.id === body.penalty);
    if (!given) return now;
    const changes = taken(given.effect);
    const alive = given.dead && given.hand === now.hand;
    const hands = now.hands.map((hand) => (hand.number === given.hand ? { ...hand, change: added(hand.change, changes) } : hand));
    return {
      ...now,
      totals: added(now.totals, changes),
      dead: now.dead.map((is, seat) => is && !(alive && seat === given.seat)),
      given: now.given.filter((one) => one !== given),
      hands: given.hand === null ? hands : shifted(hands, given.hand, changes),
    };
  },
  round: (now, body, server) => ({
    ...now,
    confirmed: body.round,
    sitting: body.swapped ? server.plan.after[body.round] : now.sitting,
  }),
  time: (now) => ({ ...now, time: { ...now.time, called: true, last: now.time.extra === null ? 0 : now.played + now.time.extra } }),
  counting: (now) => ({ ...now, time: { ...now.time, last: now.time.last + 1 } }),
  dispute: (now) => now,
  close: (now) => ({ ...now, closed: true }),
  check: (now) => now,
  undo(now, body, server) {
    const hand = server.undo_hand === null ? null : now.hands.find((found) => found.number === server.undo_hand);
    // Of what else was done last the phone does not know what was before it: nothing can be entered until that is answered.
    if (!hand || hand.number !== now.hand - 1 || now.blocked || now.closed) return { ...now, blocked: true };
    const dead = now.dead.map((_, seat) => now.given.some((one) => one.dead && one.hand === hand.number && one.seat === seat));
    return {
      ...now,
      hand: hand.number,
      played: now.played - 1,
      dead,
      totals: added(now.totals, taken(hand.scores)),
      hands: now.hands.filter((found) => found !== hand),
    };
  },
};

const recorded = (body) => ({
  played: true,
  winner: body.winner,
  discarder: body.discarder,
  fan: body.fan,
  flowers: body.flowers,
  robbed: body.robbed_kong,
  tiles: body.tiles,
  fans: body.fans,
  fan_reason: body.fan_reason,
});

function seating(server, now, number) {
  const { name, deal } = dealt(server, number);
  return { number, name, ...server.plan.deals[now.sitting][deal] };
}

/* How a hand is dealt: beyond what is known, as the last one that is. */
const dealt = ({ plan }, number) => plan.hands[Math.min(number, plan.hands.length) - 1];

/* The round before which somebody must change chairs, or 0. */
function moving(server, now) {
  if (now.hand > server.plan.last) return 0;
  const { round } = dealt(server, now.hand);
  return round > now.confirmed && round > 1 && server.plan.after[round] !== now.sitting ? round : 0;
}

function waitsFor(server, now) {
  if (now.closed) return "closed";
  if (now.hand > server.plan.last || (now.time.called && now.hand > now.time.last)) return "close";
  return now.moving ? "chairs" : "hand";
}

/* The entries that can be reckoned with: an entry and its undo together are nothing. */
function standing(entries) {
  const ids = new Set(entries.map((entry) => entry.id));
  const undone = new Set(entries.map((entry) => entry.of));
  return entries.filter((entry) => !undone.has(entry.id) && !ids.has(entry.of));
}

export function project(server, entries) {
  const known = new Set(server.known);
  const waiting = entries.filter((entry) => !known.has(entry.id));
  const held = waiting[0]?.held ? waiting[0] : null;
  const counted = held ? [] : waiting;
  let now = begin(server);
  for (const entry of standing(counted)) now = ACTS[entry.kind](now, entry.body, server);
  now.moving = moving(server, now);
  const { winds, dealer, name } = seating(server, now, now.hand);
  return {
    ...server,
    version: server.version + counted.length,
    hand: now.hand,
    name,
    hands: now.hands,
    waits: counted.length ? waitsFor(server, now) : server.waits,
    moving: now.moving,
    sitting: now.sitting,
    called: now.time.called,
    last_hand: now.time.last,
    after_time: now.time.called && !now.closed && now.hand <= server.plan.last,
    played: now.played,
    closing: now.closed && server.waits !== "closed",
    blocked: now.blocked,
    waiting,
    held,
    seats: server.seats.map((seat, i) => ({
      ...seat,
      total: now.totals[i],
      dead: now.dead[i],
      ...chair(server, now, i, winds, dealer),
    })),
  };
}

/* Until a change of chairs is confirmed the page shows the seating that the scheme wants, as the server does. */
function chair(server, now, seat, winds, dealer) {
  const key = now.moving ? server.plan.after[now.moving] : now.sitting;
  const { deal } = dealt(server, now.hand);
  const there = now.moving ? server.plan.deals[key][deal] : { winds, dealer };
  return { wind: there.winds[seat], chair: Number(key[seat]), dealer: there.dealer === seat };
}
