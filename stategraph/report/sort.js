// Turns the headings of the table into buttons that sort it, all families in one. Without it the
// table stands as it is, grouped by family.
"use strict";
const table = /** @type {HTMLTableElement} */ (document.getElementById("levels"));
const body = table.tBodies[0];
const headings = [...table.tHead?.rows[0].cells ?? []];

// Return the key of a row in a column; null if it is a missing number.
/** @param {HTMLTableRowElement} row @param {number} column @param {boolean} numeric */
function key(row, column, numeric) {
  const text = row.cells[column].dataset.key ?? "";
  if (!numeric) return text.toLowerCase();
  return text === "" ? null : Number(text);
}

/** @param {HTMLTableCellElement} heading */
function sort(heading) {
  const column = heading.cellIndex, numeric = heading.dataset.sort === "number";
  const down = heading.getAttribute("aria-sort") === "ascending";
  for (const other of headings) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  for (const group of table.querySelectorAll("tr.family")) group.remove();
  document.getElementById("families")?.remove();
  /** @type {NodeListOf<HTMLTableRowElement>} */
  const levels = table.querySelectorAll("tr.level");
  const rows = [...levels].map(row => ({key: key(row, column, numeric), row}));
  rows.sort(({key: a}, {key: b}) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);  // at the end
    return (Number(a > b) - Number(a < b)) * (down ? -1 : 1);
  });
  body.append(...rows.map(({row}) => row));
}

for (const heading of headings.filter(cell => cell.dataset.sort)) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...heading.childNodes);
  button.addEventListener("click", () => sort(heading));
  heading.append(button);
}
for (const hint of document.querySelectorAll(".needs-script")) hint.removeAttribute("hidden");
