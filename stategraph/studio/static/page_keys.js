// The keys of the page: moves, undo and redo, and keys of the graph and of the trail.

import {one, targetOf} from "./dom.js";
import {moveGraph} from "./pointer.js";

const TYPING = "input, textarea, select", PRESSABLE = "button, summary, a";

// The handlers of keys, in order. A handler returns true if it has used the key.
const HANDLERS = [commandKey, ownKey, graphKey, pressKey, clockKey, trailKey, backKey, moveKey];

/** @param {Page} page */
export function followKeys(page) {
  document.addEventListener("keydown", event => {
    if (!page.play || !page.playing || event.altKey || targetOf(event).closest(TYPING)) return;
    HANDLERS.find(handle => handle(page, event, event.key.toLowerCase()));
  });
}

// Handle Ctrl+Z and Ctrl+Y; other keys with Ctrl, and all keys in the editor, are not for the play.
/** @param {Page} page @param {KeyboardEvent} event @param {string} key */
function commandKey(page, event, key) {
  const command = event.ctrlKey || event.metaKey;
  if (command && (key === "z" || key === "y")) {
    event.preventDefault();
    if (key === "y" || event.shiftKey) page.redo();
    else page.undo();
    return true;
  }
  return command || Boolean(targetOf(event).closest("#editor"));
}

// Handle the family's keys for undo and reset.
/** @param {Page} page @param {KeyboardEvent} event @param {string} key */
function ownKey(page, event, key) {
  const own = page.graph.head.keys[key];
  if (own && !targetOf(event).closest(PRESSABLE)) event.preventDefault();
  if (own === "undo") page.undo();
  else if (own === "reset") page.reset();
  else return false;
  return true;
}

/** @param {Page} page @param {KeyboardEvent} event */
function graphKey(page, event) {
  return event.target === one("chart") && moveGraph(page, event);
}

// Leave Enter and the space bar to the button that has the focus.
/** @param {Page} page @param {KeyboardEvent} event @param {string} key */
function pressKey(page, event, key) {
  return Boolean(targetOf(event).closest(PRESSABLE)) && (key === "enter" || key === " ");
}

// Handle the space bar if there are actors that never stop.
/** @param {Page} page @param {KeyboardEvent} event @param {string} key */
function clockKey(page, event, key) {
  const {autoplay} = page;
  if (key !== " " || !autoplay.tick) return false;
  event.preventDefault();
  if (event.shiftKey) autoplay.walk();
  else page.then(() => autoplay.makeTick());
  return true;
}

// Handle the arrow keys in the trail.
/** @param {Page} page @param {KeyboardEvent} event @param {string} key */
function trailKey(page, event, key) {
  const isStep = key === "arrowleft" || key === "arrowright";
  if (!isStep || !targetOf(event).closest("#trail")) return false;
  event.preventDefault();
  page.jumpBy(key === "arrowright" ? 1 : -1);
  return true;
}

// Handle Backspace: undo, or with Shift return to the last state that could win.
/** @param {Page} page @param {KeyboardEvent} event @param {string} key */
function backKey(page, event, key) {
  if (key !== "backspace") return false;
  event.preventDefault();
  if (event.shiftKey) page.analysis.revive();
  else page.undo();
  return true;
}

// Make the move that the keys spell.
/** @param {Page} page @param {KeyboardEvent} event @param {string} key */
function moveKey(page, event, key) {
  const scrolls = targetOf(event).closest("ol, .scroll");
  if (event.key.startsWith("Arrow") && !scrolls) event.preventDefault();
  page.then(async () => {
    const legal = page.play.here.moves.map(each => each.label);
    await page.makeLabel(page.graph.head.keys[key] ?? page.keys.label(event, legal));
  });
  return true;
}
