// What is going on, in a sentence: seen above the moves, and read aloud.

import { byId, element, refill } from "./dom.js";
import { nameOf } from "./players.js";
import { language, sideWord, word } from "./words.js";

const other = (side) => (side === "white" ? "black" : "white");

/** Whether the one who looks is to move. */
function mine({ seat, view, outcome }) {
  return !outcome && (seat === "both" || seat === view.turn);
}

function waiting({ seat, players, moves, outcome }) {
  if (outcome || moves.length || !(seat === "white" || seat === "black")) return false;
  const friend = players[other(seat)];
  return !friend.bot && !friend.arrived;
}

function turnText(state) {
  const { seat, view, players } = state;
  if (view.touched.length > 1) return word("goOn");
  if (waiting(state)) return word("waiting");
  if (seat === view.turn) return word(view.must_capture.length ? "yourTurnCapture" : "yourTurn");
  if (players[view.turn].bot) return word("thinking");
  return sideWord(view.must_capture.length ? "toMoveCapture" : "toMove", view.turn);
}

/** The sentence that holds now. */
function sentence(state) {
  const { outcome } = state;
  if (outcome) return outcome.sentence[language()];
  return turnText(state);
}

/** Shows the sentence; `past` is whether an earlier position is looked at. */
export function showStatus(state, past) {
  const place = byId("status");
  place.classList.toggle("mine", mine(state));
  place.classList.toggle("ended", Boolean(state.outcome));
  const last = state.moves.at(-1);
  const mover = other(state.view.turn);
  const parts = [element("strong", {}, sentence(state))];
  const draw = state.outcome ? null : state.view.draws.toSorted((one, other) => one.plies_left - other.plies_left)[0];
  if (past) parts.push(element("span", {}, word("looking")));
  else if (last) parts.push(element("span", {}, sideWord("played", mover, { move: last.text })));
  else if (state.seat === "spectator") parts.push(element("span", {}, word("watching")));
  if (draw && draw.plies_left <= 10 && !past) {
    parts.push(element("span", {}, word("fewPlies", { count: Math.ceil(draw.plies_left / 2) })));
  }
  refill(place, ...parts);
}

/** The title of the window tells when it is one's turn. */
export function showTitle(state) {
  const names = `${nameOf(state, "white")} – ${nameOf(state, "black")}`;
  const called = mine(state) && state.seat !== "both";
  document.title = `${called ? `● ${word("yourTurn")}` : names} · Damier`;
  byId("title").textContent = word(state.view.variant);
  byId("heading").textContent = `${word(state.view.variant)}: ${names}`;
}
