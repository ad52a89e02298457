/* Dialogs, and the question before what cannot be undone.

   <form data-confirm="What will happen"> (or a submit button with it) asks first; data-confirm-yes names the button that does it, data-confirm-calm says that nothing is
   destroyed. Inside an open dialog the
   question appears in the form, never a dialog over a dialog. hx-confirm asks in the same way.
   <button data-open="#id"> opens a dialog, <button data-close> closes the one it is in, and so does a click beside it. */

const agreed = new WeakSet();

function fill(node, question, asking) {
  const button = node.querySelector("[data-yes]");
  node.querySelector("[data-confirm-text]").textContent = question;
  if (asking.confirmYes) button.textContent = asking.confirmYes;
  button.classList.toggle("btn--danger", !("confirmCalm" in asking));
}

function askInDialog(question, asking, act) {
  const dialog = document.getElementById("confirm-dialog").content.firstElementChild.cloneNode(true);
  fill(dialog, question, asking);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.querySelector("[data-no]").addEventListener("click", () => dialog.close());
  dialog.querySelector("[data-yes]").addEventListener("click", () => {
    dialog.close();
    act();
  });
  document.body.append(dialog);
  dialog.showModal();
}

function askInForm(place, question, asking, act) {
  place.querySelector(":scope > .ask")?.remove();
  const box = document.getElementById("confirm-inline").content.firstElementChild.cloneNode(true);
  fill(box, question, asking);
  box.querySelector("[data-no]").addEventListener("click", () => box.remove());
  box.querySelector("[data-yes]").addEventListener("click", () => {
    box.remove();
    act();
  });
  place.append(box);
  box.querySelector("[data-no]").focus();
}

function ask(element, question, asking, act) {
  const open = element.closest("dialog[open]");
  if (open) askInForm(element.closest("form") ?? open, question, asking, act);
  else askInDialog(question, asking, act);
}

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    const button = event.submitter;
    const asking = button?.dataset.confirm ? button : form;
    if (!asking.dataset.confirm) return;
    if (agreed.delete(form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    ask(form, asking.dataset.confirm, asking.dataset, () => {
      agreed.add(form);
      form.requestSubmit(button?.isConnected ? button : null);
      agreed.delete(form);
    });
  },
  true,
);

document.addEventListener("htmx:confirm", (event) => {
  const { elt, question, issueRequest } = event.detail;
  if (!question) return;
  event.preventDefault();
  ask(elt, question, elt.dataset, () => issueRequest(true));
});

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-open]");
  if (opener) {
    const dialog = document.querySelector(opener.dataset.open);
    if (dialog && !dialog.open) dialog.showModal();
    return;
  }
  const closer = event.target.closest?.("[data-close]");
  if (closer) {
    closer.closest("dialog")?.close();
    return;
  }
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

// A press that begins and ends on the backdrop closes; one that only ends there (selecting text) does not.
let pressed = null;
document.addEventListener("pointerdown", (event) => {
  pressed = event.target;
});
document.addEventListener("pointerup", (event) => {
  const dialog = event.target;
  if (!(dialog instanceof HTMLDialogElement) || pressed !== dialog || dialog.hasAttribute("data-stay")) return;
  const box = dialog.getBoundingClientRect();
  const inside =
    event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  if (!inside) dialog.close();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
