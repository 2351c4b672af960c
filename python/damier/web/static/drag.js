// Touching with a mouse, a finger or a pen: a click touches a square, and a piece can be dragged.

const LEAST = 6; // pixels of the screen: less is a click

export class Dragging {
  constructor(board) {
    this.board = board;
    this.held = null;
    const { grid } = board;
    grid.addEventListener("pointerdown", (event) => this.take(event));
    grid.addEventListener("pointermove", (event) => this.move(event));
    grid.addEventListener("pointerup", (event) => this.drop(event));
    grid.addEventListener("pointercancel", () => this.release());
  }

  /** A piece that may move answers at once; where it may go is touched when the finger leaves. */
  take(event) {
    const cell = event.target.closest("[data-square]");
    if (!cell || event.button > 0 || this.held) return;
    const square = Number(cell.dataset.square);
    const { board } = this;
    const { movable, chosen, targets, ends } = board.scene;
    const aim = targets.has(square) || (ends.has(square) && square !== chosen);
    const grip = !aim && (movable.has(square) || square === chosen);
    if (!aim && !grip) return;
    cell.setPointerCapture(event.pointerId);
    this.held = { square, grip, x: event.clientX, y: event.clientY, over: null, far: false };
    if (grip && square !== chosen) board.touch(square);
    board.stay(square);
  }

  move(event) {
    const { held, board } = this;
    if (!held?.grip) return;
    held.far ||= Math.hypot(event.clientX - held.x, event.clientY - held.y) > LEAST;
    const element = held.far && board.pieces.element(held.square);
    if (!element) return;
    const { x, y } = board.picture.point(event);
    const { width, height } = board.picture.places.get(held.square);
    element.classList.add("dragged");
    element.style.transform = `translate(${x - width / 2}px, ${y - height / 2}px)`;
    if (element.nextSibling) element.parentNode.append(element);
    this.point(this.under(event));
  }

  drop(event) {
    const { held, board } = this;
    if (!held) return;
    const square = this.under(event);
    const away = square !== null && square !== held.square;
    if (!held.grip) {
      if (!away && board.answers(held.square)) board.touch(held.square);
    } else if (held.far && away && this.allowed(square)) {
      board.pieces.element(held.square)?.classList.add("dropped");
      this.held = null; // the piece is no longer held when the scene is shown
      this.point(null);
      board.touch(square);
    }
    this.release();
  }

  /** Whether the piece in hand may be put down there. */
  allowed(square) {
    const { targets, ends } = this.board.scene;
    return square !== null && (targets.has(square) || ends.has(square));
  }

  /** A piece put down where it may not go stands where it stood. */
  release() {
    const { held, board } = this;
    this.held = null;
    this.point(null);
    const element = held && board.pieces.element(held.square);
    for (const dragged of board.pieces.layer.querySelectorAll(".dragged")) {
      dragged.classList.remove("dragged");
    }
    if (element) element.style.transform = board.picture.corner(held.square);
  }

  /** After a new scene: a piece that no longer stands there is let go. */
  refresh() {
    if (this.held && !this.board.pieces.element(this.held.square)) this.release();
  }

  under(event) {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest(".cell");
    return cell ? Number(cell.dataset.square) : null;
  }

  point(square) {
    const cells = this.board.cells;
    const shown = this.allowed(square) ? cells.get(square) : null;
    for (const cell of cells.values()) cell.classList.toggle("over", cell === shown);
  }
}
