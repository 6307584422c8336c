// Create and find elements.

const SVG_SPACE = "http://www.w3.org/2000/svg";

// Return the element with an id, which must be on the page.
/** @template {string} Id @param {Id} id @returns {ElementOf<Id>} */
export const one = id => /** @type {ElementOf<Id>} */ (document.getElementById(id));

// Return a new element with properties and content.
/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, unknown>} properties @param {(Node | string)[]} inside
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function made(tag, properties = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) Reflect.set(element, name, value);
    else element.setAttribute(name, String(value));
  }
  element.append(...inside);
  return element;
}

// Return an element for a drawing made by the server.
/** @param {string} text */
export function drawn(text) {
  const page = new DOMParser().parseFromString(text, "image/svg+xml");
  /** @type {Element} */
  const root = page.documentElement;
  const svg = /** @type {SVGElement} */ (document.importNode(root, true));
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("board");
  return svg;
}

// Return a new SVG element with attributes and content.
/**
 * @param {string} tag @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} inside @returns {SVGElement}
 */
export function shape(tag, attributes, ...inside) {
  const element = document.createElementNS(SVG_SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...inside);
  return /** @type {SVGElement} */ (element);
}

// Return the part of an element that a selector finds, which must be there.
/** @param {ParentNode} element @param {string} selector @returns {HTMLElement} */
export function within(element, selector) {
  const found = element.querySelector(selector);
  if (!found) throw new Error(`no element matches ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

// Return the element at which an event happened.
/** @param {Event} event */
export const targetOf = event => /** @type {HTMLElement} */ (event.target);
