// What the board shows of a state of the game: now, half a move later, or some moves ago.

import { FIGURES } from "./pieces.js";

const LETTERS = Object.fromEntries(Object.entries(FIGURES).map(([letter, name]) => [name, letter]));

const squares = (values) => new Set(values.map(Number));

/** Letters by square, of pieces by their names. */
export function lettersOf(pieces) {
  return new Map(Object.entries(pieces).map(([square, name]) => [Number(square), LETTERS[name]]));
}

/** What stands where after so many moves. */
export function lettersAt(state, ply) {
  const letters = lettersOf(state.start);
  for (const move of state.moves.slice(0, ply)) {
    const letter = letters.get(move.from);
    letters.delete(move.from);
    for (const square of move.captured) letters.delete(square);
    letters.set(move.to, move.promotion ? letter.toUpperCase() : letter);
  }
  return letters;
}

/** The board after so many moves, to be looked at only. */
export function pastScene(state, ply, move = null) {
  const last = state.moves[ply - 1];
  return { letters: lettersAt(state, ply), last: last ? [last.from, last.to] : [], move };
}

/**
 * The board as it is. `before` is the state that was shown, so that a move between the two is seen
 * to be made.
 */
export function liveScene(state, before, hints) {
  const { view } = state;
  const letters = new Map(Object.entries(view.pieces).map(([square, letter]) => [Number(square), letter]));
  const half = view.touched.length > 1;
  if (half) {
    letters.set(view.at, letters.get(view.touched[0]));
    if (view.at !== view.touched[0]) letters.delete(view.touched[0]);
  }
  const movable = squares(Object.keys(view.legal_moves));
  return {
    letters,
    movable,
    must: hints && !half ? squares(view.must_capture) : new Set(),
    chosen: view.at,
    targets: view.touched.length ? squares(view.next_squares) : new Set(),
    ends: squares(endsOf(view).map((move) => move.to)),
    jumped: view.jumped,
    last: half || !view.last_move ? [] : [view.last_move.from, view.last_move.to],
    move: moveBetween(before, state),
  };
}

/** The captures of the touched piece, each of which may be dragged to its end. */
function endsOf(view) {
  const moves = view.legal_moves[view.touched[0]] ?? [];
  return moves.filter((move) => move.captured.length && move.to !== view.touched[0]);
}

function moveBetween(before, state) {
  if (!before) return null;
  const { view } = state;
  const was = before.view;
  if (view.ply > was.ply) return view.last_move;
  if (view.ply < was.ply) return null;
  if (view.touched.length > 1) return { from: was.at, to: view.at, path: view.touched };
  if (was.touched.length > 1) return { from: was.at, to: was.touched[0], path: [was.at, was.touched[0]] };
  return null;
}

/**
 * The state as it will be when the server has taken a touch, or null if that is not known: shown
 * at once, and replaced by what the server says.
 */
export function expected(state, square) {
  const { view } = state;
  const touch = (touched, next) => ({
    ...state,
    view: { ...view, touched, at: touched.at(-1), next_squares: next },
  });
  const aimed = view.touched.length > 0 && view.next_squares.includes(square);
  if (aimed || (view.touched.length > 0 && endsOf(view).some((move) => move.to === square))) {
    return { ...touch([...view.touched, square], []), guessed: true };
  }
  const moves = view.legal_moves[square];
  if (!moves) return null;
  return { ...touch([square], [...new Set(moves.map((move) => move.path[1]))]), guessed: true };
}
