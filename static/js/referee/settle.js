/* The preview of a hand: the server describes a hand score as constant + factor × fan for each role, and this adds up. */

export function handScores(description, win) {
  if (win === null) return [0, 0, 0, 0];
  const { winner, discarder, fan } = win;
  const lines = discarder === null ? description.self_draw : description.discard;
  return [0, 1, 2, 3].map((seat) => {
    const other = discarder === null ? lines.loser : seat === discarder ? lines.discarder : lines.other;
    const [constant, factor] = seat === winner ? lines.winner : other;
    return constant + factor * fan;
  });
}
