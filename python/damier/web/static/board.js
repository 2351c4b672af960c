// The board: shows a scene, and tells which squares were touched.

import { drawn } from "./dom.js";
import { Dragging } from "./drag.js";
import { Picture } from "./picture.js";
import { Pieces } from "./pieces.js";
import { word } from "./words.js";

const NAMES = { w: "whiteMan", b: "blackMan", W: "whiteKing", B: "blackKing" };

/** A scene in which nothing stands and nothing may be touched. */
export const EMPTY = {
  letters: new Map(), // what stands where: w and b for men, W and B for kings
  movable: new Set(), // the pieces that may be touched
  must: new Set(), // those of them that must capture
  chosen: null, // the square on which the touched piece stands
  targets: new Set(), // what may be touched next
  ends: new Set(), // where a capture may be dragged to at once
  jumped: [], // pieces a half-made capture has jumped
  last: [], // the ends of the last move
  move: null, // the move that led here, if it is to be seen
};

export class Board {
  /** A board in an element; `touch` is called with each square that is touched and may be. */
  constructor(place, touch, refuse) {
    this.place = place;
    this.touch = touch;
    this.refuse = refuse;
    this.scene = EMPTY;
    this.current = null; // the square that has the keyboard
    // Browsers let the keyboard into elements of a picture that listen to it, hence not the grid.
    place.addEventListener("keydown", (event) => this.press(event));
    place.addEventListener("focusin", (event) => this.stay(Number(event.target.dataset.square)));
  }

  /** Draws the board of a variant, seen from a side; what it showed comes back. */
  async draw(variant, side) {
    const wish = `${variant} ${side}`;
    if (this.wish === wish) return;
    if (this.variant !== variant) this.picture = null; // has other squares
    [this.wish, this.variant] = [wish, variant];
    const focused = this.place.contains(document.activeElement);
    const picture = await Picture.load(variant, side).catch((error) => {
      if (this.wish === wish) this.wish = null; // to be tried again
      throw error;
    });
    if (this.wish !== wish) return; // another was wished for meanwhile
    this.picture = picture;
    this.pieces = new Pieces(picture);
    this.marks = drawn("g", { "aria-hidden": "true" });
    this.lay(picture);
    this.place.replaceChildren(picture.svg);
    this.dragging = new Dragging(this);
    this.show({ ...this.scene, move: null });
    if (focused) this.focus(this.current);
  }

  /** Puts marks, pieces and cells over the picture. */
  lay(picture) {
    const numbers = drawn("g", { "aria-hidden": "true" }, ...picture.svg.querySelectorAll(".d-number"));
    const ground = drawn("g", { "aria-hidden": "true" }, ...picture.svg.childNodes);
    this.cells = new Map();
    this.grid = drawn("g", { role: "grid" });
    for (const squares of picture.rows) {
      const row = drawn("g", { role: "row" });
      for (const square of squares) row.append(this.cell(square));
      this.grid.append(row);
    }
    if (!this.cells.has(this.current)) this.current = picture.rows.at(-1)[0];
    picture.svg.setAttribute("role", "presentation");
    for (const name of ["aria-labelledby", "aria-describedby"]) picture.svg.removeAttribute(name);
    picture.svg.append(ground, this.marks, numbers, this.pieces.layer, this.grid);
  }

  cell(square) {
    const cell = this.picture.cover(square, {
      class: "cell",
      role: "gridcell",
      tabindex: -1,
      "data-square": square,
    });
    this.cells.set(square, cell);
    return cell;
  }

  /** Shows a scene; what it leaves out is as in the empty one. */
  show(scene) {
    this.scene = { ...EMPTY, ...scene };
    if (!this.picture) return;
    this.pieces.show(this.scene.letters, this.scene.move, this.scene.jumped);
    this.mark();
    this.name();
    this.dragging.refresh();
  }

  mark() {
    const { last, must, movable, chosen, targets, ends, letters } = this.scene;
    const cover = (kind) => (square) => this.picture.cover(square, { class: `mark ${kind}` });
    const disc = (kind, radius) => (square) => this.picture.disc(square, radius, { class: `mark ${kind}` });
    const goals = [...ends].filter((square) => !targets.has(square) && square !== chosen);
    this.marks.replaceChildren(
      ...last.map(cover("moved")),
      ...[...must].map(cover("must")),
      ...(chosen === null ? [] : [cover("chosen")(chosen)]),
      ...[...targets].filter((square) => !letters.has(square)).map(disc("target", 0.17)),
      ...goals.filter((square) => !letters.has(square)).map(disc("end", 0.11)),
    );
    this.place.classList.toggle("moving", movable.size > 0);
    for (const [square, cell] of this.cells) {
      cell.classList.toggle("answers", this.answers(square) || square === chosen);
      cell.setAttribute("aria-selected", square === chosen);
    }
  }

  /** Gives every square its name for those who do not see it. */
  name() {
    this.grid.setAttribute("aria-label", `${word("board")}. ${word("boardHelp")}`);
    const { letters, movable, must, chosen, targets, jumped } = this.scene;
    for (const [square, cell] of this.cells) {
      const piece = word(NAMES[letters.get(square)] ?? "empty");
      const more = [
        square === chosen && word("isChosen"),
        jumped.includes(square) && word("isJumped"),
        targets.has(square) && word("isTarget"),
        must.has(square) ? word("mustCapture") : movable.has(square) && word("canMove"),
      ].filter(Boolean);
      const name = word("square", { name: this.picture.places.get(square).name, piece });
      cell.setAttribute("aria-label", [name, ...more].join(", "));
      cell.setAttribute("tabindex", square === this.current ? 0 : -1);
    }
  }

  /** The official name of a square. */
  nameOf(square) {
    return this.picture?.places.get(square)?.name ?? String(square);
  }

  /** Whether a touch of this square does something. */
  answers(square) {
    const { movable, targets, ends } = this.scene;
    return movable.has(square) || targets.has(square) || ends.has(square);
  }

  press(event) {
    const square = Number(event.target.dataset.square);
    if (event.key.startsWith("Arrow")) this.focus(this.picture.neighbour(square, event.key));
    else if (event.key !== "Enter" && event.key !== " ") return;
    else if (this.answers(square)) this.touch(square);
    else this.refuse(square);
    event.preventDefault();
  }

  focus(square) {
    this.stay(square);
    this.cells.get(square)?.focus();
  }

  stay(square) {
    this.cells.get(this.current)?.setAttribute("tabindex", -1);
    this.current = square;
    this.cells.get(square)?.setAttribute("tabindex", 0);
  }
}
