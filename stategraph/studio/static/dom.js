// Create and find elements.

const SVG_SPACE = "http://www.w3.org/2000/svg";

export const one = name => document.getElementById(name);

// Return a new element with properties and content.
export function made(tag, properties = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value; else element.setAttribute(name, value);
  }
  element.append(...inside);
  return element;
}

// Return an element for a drawing made by the server.
export function drawn(text) {
  const page = new DOMParser().parseFromString(text, "image/svg+xml");
  const svg = document.importNode(page.documentElement, true);
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("board");
  return svg;
}

// Return a new SVG element with attributes and content.
export function shape(tag, attributes, ...inside) {
  const element = document.createElementNS(SVG_SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}
