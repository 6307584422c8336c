// Turns the headings of the table into buttons that sort it, all families in one. Without it the
// table stands as it is, grouped by family.
"use strict";
const table = document.getElementById("levels");
const body = table.tBodies[0];
const headings = [...table.tHead.rows[0].cells];

function key(row, column, numeric) {
  const text = row.cells[column].dataset.key;
  return numeric ? (text === "" ? null : Number(text)) : text.toLowerCase();
}

function sort(heading) {
  const column = heading.cellIndex, numeric = heading.dataset.sort === "number";
  const down = heading.getAttribute("aria-sort") === "ascending";
  for (const other of headings) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  for (const group of table.querySelectorAll("tr.family")) group.remove();
  document.getElementById("families")?.remove();
  const rows = [...table.querySelectorAll("tr.level")].map(row => [key(row, column, numeric), row]);
  rows.sort(([a], [b]) => {
    if (a === null || b === null) return (a === null) - (b === null);  // no number: last
    return (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1);
  });
  body.append(...rows.map(([, row]) => row));
}

for (const heading of headings.filter(cell => cell.dataset.sort)) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...heading.childNodes);
  button.addEventListener("click", () => sort(heading));
  heading.append(button);
}
for (const hint of document.querySelectorAll(".needs-script")) hint.hidden = false;
