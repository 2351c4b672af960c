// The picture of the empty board, as the server draws it, and where its squares are.

import { drawn } from "./dom.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Picture {
  /** Loads the picture of a variant, seen from a side; the style sheet hides its numbers. */
  static async load(variant, side) {
    const answer = await fetch(`/board/${variant}.svg?perspective=${side}&numbers=1`);
    if (!answer.ok) throw new Error(`no picture of ${variant}`);
    const text = await answer.text();
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    return new Picture(document.importNode(parsed, true));
  }

  constructor(svg) {
    this.svg = svg;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    this.places = new Map();
    for (const found of svg.querySelectorAll(".square[data-square]")) {
      const [x, y, width, height] = ["x", "y", "width", "height"].map((name) =>
        Number(found.getAttribute(name)),
      );
      const name = found.dataset.name ?? found.dataset.square;
      this.places.set(Number(found.dataset.square), { x, y, width, height, name });
    }
    this.rows = this.inRows();
  }

  /** The squares as the picture shows them, in rows from the top, each from the left. */
  inRows() {
    const rows = new Map();
    for (const [square, place] of this.places) {
      if (!rows.has(place.y)) rows.set(place.y, []);
      rows.get(place.y).push(square);
    }
    const byPlace = (axis) => (one, other) => this.places.get(one)[axis] - this.places.get(other)[axis];
    const sorted = [...rows.values()].map((row) => row.sort(byPlace("x")));
    return sorted.sort((one, other) => byPlace("y")(one[0], other[0]));
  }

  /** The square next to one, by the name of an arrow key; itself at the edge. */
  neighbour(square, key) {
    const row = this.rows.findIndex((squares) => squares.includes(square));
    const nth = this.rows[row].indexOf(square);
    const [down, right] = STEPS[key];
    return this.rows[row + down]?.[nth + right] ?? square;
  }

  /** The corner of a square, as a translation. */
  corner(square) {
    const { x, y } = this.places.get(square);
    return `translate(${x}px, ${y}px)`;
  }

  /** A figure of the size of a square, at the origin of the picture. */
  figure(name) {
    const { width, height } = this.places.values().next().value;
    return drawn("use", { href: `#${name}`, width, height });
  }

  /** A rectangle that covers a square. */
  cover(square, attributes) {
    const { x, y, width, height } = this.places.get(square);
    return drawn("rect", { x, y, width, height, ...attributes });
  }

  /** A disc in the middle of a square; its radius is a part of the square's width. */
  disc(square, radius, attributes) {
    const { x, y, width, height } = this.places.get(square);
    return drawn("circle", { cx: x + width / 2, cy: y + height / 2, r: radius * width, ...attributes });
  }

  /** Where a point of the screen is in the picture. */
  point(event) {
    const at = new DOMPoint(event.clientX, event.clientY);
    return at.matrixTransform(this.svg.getScreenCTM().inverse());
  }
}
