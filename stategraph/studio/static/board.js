// Boards: drawings made of the pieces in a bundle, and the move that a click on a board means.

const SVG = "http://www.w3.org/2000/svg";

export class Boards {
  /** @param {Head} head */
  constructor(head) {
    this.head = head;
    this.floor = parsed(head.floor);
    /** @type {Map<number, SVGElement>} */
    this.parsed = new Map();  // each piece is parsed on first use
  }

  // Return a new drawing of a piece.
  /** @param {number} number */
  piece(number) {
    const piece = this.parsed.get(number) ?? parsed(this.head.pieces[number]);
    this.parsed.set(number, piece);
    return /** @type {SVGElement} */ (piece.cloneNode(true));
  }

  // Return a new drawing of a board. `describe` is its accessible name, or "" for decoration.
  /** @param {number[]} pieces */
  drawing(pieces, describe = "") {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `0 0 ${this.head.width} ${this.head.height}`);
    svg.classList.add("board");
    if (describe) {
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", describe);
    } else {
      svg.setAttribute("aria-hidden", "true");
    }
    svg.append(this.floor.cloneNode(true), ...pieces.map(number => this.piece(number)));
    return svg;
  }

  // Change a drawing to another board; pieces that are on both boards stay in place.
  /** @param {SVGElement} svg @param {number[]} pieces @param {string} describe */
  show(svg, pieces, describe) {
    const [floor, ...present] = /** @type {SVGElement[]} */ ([...svg.children]);
    const old = new Map(present.map(element => [element.dataset.piece, element]));
    const wanted = pieces.map(number => {
      const kept = old.get(String(number));
      old.delete(String(number));
      return kept ?? this.#numbered(number);
    });
    svg.replaceChildren(floor, ...wanted);
    svg.setAttribute("aria-label", describe);
  }

  /** @param {number} number */
  #numbered(number) {
    const piece = this.piece(number);
    piece.dataset.piece = String(number);
    return piece;
  }

  // Return the move for a click at a point (in cells), or undefined. If several moves bring a piece
  // there, it is the move that changes the least.
  /** @param {number} x @param {number} y @param {number[]} here @param {Move[]} moves */
  clicked(x, y, here, moves, reach = this.#reach()) {
    const before = new Set(here);
    let /** @type {Move | undefined} */ best, least = Infinity;
    for (const move of moves) {
      const fresh = move.pieces.filter(piece => !before.has(piece));
      const away = Math.min(...fresh.map(piece => this.#away(piece, x, y)));
      const cost = Math.round(away * 2) * 1000 + fresh.length * 10 + away;
      if (away < reach && cost < least) [best, least] = [move, cost];
    }
    return best;
  }

  /** @param {number} piece @param {number} x @param {number} y */
  #away(piece, x, y) {
    const [px, py] = this.head.middles[piece];
    return Math.max(Math.abs(px - x), Math.abs(py - y));
  }

  #reach() { return Math.max(0.75, Math.min(this.head.width, this.head.height) / 16); }
}

// Return the elements of an SVG text as one group.
/** @param {string} text */
function parsed(text) {
  const whole = `<svg xmlns="${SVG}"><g>${text}</g></svg>`;
  const page = new DOMParser().parseFromString(whole, "image/svg+xml");
  const [group] = page.documentElement.children;
  return /** @type {SVGElement} */ (document.importNode(group, true));
}
