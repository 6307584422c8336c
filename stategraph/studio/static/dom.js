// Elements, made and found.

export const one = name => document.getElementById(name);

// A new element: its properties, and what is in it.
export function made(tag, properties = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value; else element.setAttribute(name, value);
  }
  element.append(...inside);
  return element;
}

// A picture that the server has drawn.
export function drawn(text) {
  const page = new DOMParser().parseFromString(text, "image/svg+xml");
  const svg = document.importNode(page.documentElement, true);
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("board");
  return svg;
}
