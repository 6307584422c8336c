// Dialogs of the studio. Keys that are pressed in a dialog do not reach the board behind it.

import {one} from "./dom.js";

// Let all dialogs keep their keys, and close with their buttons.
export function prepareDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("keydown", event => event.stopPropagation());
    for (const button of dialog.querySelectorAll("[data-closes]"))
      button.addEventListener("click", () => dialog.close());
  }
}

/** @param {DialogId} name @returns {HTMLDialogElement} */
export function openDialog(name) {
  const dialog = one(name);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

/** @param {DialogId} name */
export function closeDialog(name) { one(name).close(); }

// Ask a question, and return whether the user chose the action.
/** @param {string} words @param {string} action */
export function agreed(words, action) {
  const dialog = openDialog("question"), yes = one("question-yes");
  one("question-words").textContent = words;
  yes.textContent = action;
  return new Promise(done => {
    yes.onclick = () => { done(true); dialog.close(); };
    const closed = () => {
      if (dialog.open) return;  // the event of an earlier question, after this one was opened
      dialog.removeEventListener("close", closed);
      done(false);
    };
    dialog.addEventListener("close", closed);
  });
}
