// The pieces on the board: each stays one element while it moves.

import { drawn } from "./dom.js";

export const FIGURES = { w: "white-man", b: "black-man", W: "white-king", B: "black-king" };

const STEP = 160; // milliseconds from square to square

export class Pieces {
  constructor(picture) {
    this.picture = picture;
    this.layer = drawn("g", { class: "pieces", "aria-hidden": "true" });
    this.standing = new Map(); // by square: the letter and the element
  }

  /**
   * Shows pieces by square. A move that led here, `{from, to, path}`, is seen to be made; without
   * one the pieces just stand.
   */
  show(letters, move, pale = []) {
    if (move) this.carry(move);
    for (const [square, piece] of this.standing) {
      if (letters.get(square)?.toLowerCase() !== piece.letter.toLowerCase()) {
        this.standing.delete(square);
        this.fade(piece.element, Boolean(move));
      }
    }
    for (const [square, letter] of letters) {
      const piece = this.standing.get(square);
      if (!piece) this.put(square, letter);
      else if (piece.letter !== letter) this.crown(piece, letter);
    }
    for (const [square, { element }] of this.standing) {
      element.classList.toggle("pale", pale.includes(square));
    }
  }

  element(square) {
    return this.standing.get(square)?.element;
  }

  put(square, letter) {
    const element = drawn("g", { class: "piece" }, this.picture.figure(FIGURES[letter]));
    element.style.transform = this.picture.corner(square);
    this.layer.append(element);
    this.standing.set(square, { letter, element });
  }

  crown(piece, letter) {
    piece.letter = letter;
    piece.element.replaceChildren(this.picture.figure(FIGURES[letter]));
  }

  /** Moves the element from where it is shown along the rest of the way. */
  carry({ from, to, path }) {
    const start = this.standing.has(from) ? from : path.findLast((square) => this.standing.has(square));
    const piece = this.standing.get(start);
    if (!piece || start === to) return;
    const taken = this.standing.get(to);
    if (taken) taken.element.remove();
    this.standing.delete(start);
    this.standing.set(to, piece);
    const way = path.slice(path.lastIndexOf(start));
    this.slide(piece.element, way.length > 1 ? way : [start, to]);
  }

  slide(element, way) {
    const last = this.picture.corner(way.at(-1));
    const dropped = element.classList.contains("dropped");
    element.classList.remove("dropped");
    element.style.transform = last;
    this.layer.append(element); // above all others
    if (dropped || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const frames = way.map((square) => ({ transform: this.picture.corner(square) }));
    element.animate(frames, { duration: STEP * (way.length - 1) + 40, easing: "ease-in-out" });
  }

  fade(element, slowly) {
    if (!slowly || matchMedia("(prefers-reduced-motion: reduce)").matches) return element.remove();
    element.animate({ opacity: [1, 0] }, { duration: 2 * STEP, easing: "ease-in" }).onfinish = () =>
      element.remove();
  }
}
