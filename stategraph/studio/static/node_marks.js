// The shapes that mark states on the drawing of a state graph.

// Draw the player.
/** @param {Pen} pen @param {Point} spot @param {number} ratio @param {Paint} paint */
export function you(pen, spot, ratio, paint) {
  disc(pen, spot, 7 * ratio, paint.trail, paint.paper, 2 * ratio);
  disc(pen, spot, 11 * ratio, "", paint.trail, 2 * ratio);
}

/**
 * @param {Pen} pen @param {Point} spot @param {number} radius
 * @param {string} fill @param {string} stroke @param {number} width
 */
export function disc(pen, [x, y], radius, fill, stroke, width) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 7);
  if (fill) { pen.fillStyle = fill; pen.fill(); }
  Object.assign(pen, {strokeStyle: stroke, lineWidth: width});
  pen.stroke();
}

/** @param {Pen} pen @param {Point} spot @param {number} radius @param {string} colour */
export function cross(pen, [x, y], radius, colour) {
  pen.beginPath();
  for (const side of [-1, 1]) {
    pen.moveTo(x - radius, y - side * radius);
    pen.lineTo(x + radius, y + side * radius);
  }
  Object.assign(pen, {strokeStyle: colour, lineWidth: 0.6 * radius});
  pen.stroke();
}

/** @param {Pen} pen @param {Point} spot @param {number} radius @param {Paint} paint */
export function rings(pen, spot, radius, paint) {
  disc(pen, spot, radius, paint.paper, paint.goal, radius / 4);
  disc(pen, spot, radius / 2, paint.goal, paint.goal, 1);
}

/** @param {Pen} pen @param {Point} spot @param {number} size @param {Paint} paint */
export function house(pen, [x, y], size, paint) {
  pen.beginPath();
  for (const [dx, dy] of [[-1, 1], [1, 1], [1, -0.2], [0, -1.2], [-1, -0.2]])
    pen.lineTo(x + dx * size, y + dy * size);
  pen.closePath();
  Object.assign(pen, {fillStyle: paint.start, strokeStyle: paint.paper, lineWidth: size / 5});
  pen.fill();
  pen.stroke();
}
