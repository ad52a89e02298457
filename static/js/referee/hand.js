/* How a hand is entered and corrected: by its fan, or under house rules by the form that the settlement asks for. The pad and the dialog of
   the page (by_fan.js or by_play.js) say here what they do, so that nobody else need know which they are. */

const own = {};

export const offer = (parts) => Object.assign(own, parts);

export const render = () => own.render();
export const mendHand = (entry) => own.mendHand(entry);
export const isMending = () => own.isMending();
export const mendCorrection = (entry) => own.mendCorrection(entry);
