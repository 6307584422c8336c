// Makes each strip of boards run: one board at a time, by buttons or keys. Without it all are
// shown.
"use strict";
const STEP_MS = 700;

/** @param {string} text @param {string} name @param {() => void} act */
function button(text, name, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.setAttribute("aria-label", name);
  made.addEventListener("click", act);
  return made;
}

/** @param {Element} film */
function equip(film) {
  const frames = [...film.children];
  if (frames.length < 2) return;
  let at = -1, timer = 0;  // -1: all are shown

  /** @param {number} k */
  function show(k) {
    at = Math.max(0, Math.min(frames.length - 1, k));
    film.classList.add("single");
    frames.forEach((frame, i) => frame.classList.toggle("now", i === at));
    place.textContent = `${at + 1} of ${frames.length}`;
  }
  function halt() {
    clearInterval(timer);
    timer = 0;
    run.textContent = "▶ Run";
  }
  /** @param {number} by */
  function step(by) {
    const first = by > 0 ? 0 : frames.length - 1;
    halt();
    show(at < 0 ? first : at + by);
  }
  function toggle() {
    if (timer) { halt(); return; }
    show(at < 0 || at === frames.length - 1 ? 0 : at);
    run.textContent = "❚❚ Halt";
    timer = window.setInterval(() => (at === frames.length - 1 ? halt() : show(at + 1)), STEP_MS);
  }
  function all() {
    halt();
    at = -1;
    film.classList.remove("single");
    place.textContent = "";
  }

  const run = button("▶ Run", "Run the film, or halt it", toggle);
  const place = document.createElement("span");
  place.setAttribute("role", "status");
  const bar = document.createElement("div");
  bar.className = "controls";
  bar.append(run, button("←", "One board back", () => step(-1)),
             button("→", "One board on", () => step(1)),
             button("All boards", "Show all boards", all), place);
  /** @type {Record<string, () => void>} */
  const keys = {ArrowLeft: () => step(-1), ArrowRight: () => step(1), Escape: all,
                Home: () => { halt(); show(0); }, End: () => { halt(); show(frames.length - 1); }};
  bar.addEventListener("keydown", event => {
    if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  film.before(bar);
}

for (const film of document.querySelectorAll(".film")) equip(film);
