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
