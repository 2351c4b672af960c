// Who sits at the table: names, who is there, what they have captured, and their clocks.

import { byId, element } from "./dom.js";
import { word } from "./words.js";

const other = (side) => (side === "white" ? "black" : "white");

/** What a player is called. */
export function nameOf(state, side) {
  const { name, bot } = state.players[side];
  if (bot) return word("bot", { level: word(bot) });
  return name || word(side);
}

function captured(state, letters, side) {
  const colorOf = (letter) => (letter.toLowerCase() === "w" ? "white" : "black");
  const standing = [...letters.values()].filter((letter) => colorOf(letter) !== side).length;
  const started = Object.values(state.start).filter((piece) => piece.startsWith(other(side))).length;
  return Math.max(0, started - standing);
}

function discs(count, color) {
  const label = word("captured", { count });
  const row = element("span", { class: "captured", role: "img", "aria-label": label });
  for (let nth = 0; nth < count; nth += 1) row.append(element("i", { class: color }));
  return row;
}

const you = () => element("small", {}, ` (${word("you")})`);

function dot(there) {
  const title = word(there ? "here" : "away");
  return element("i", { class: there ? "dot here" : "dot", role: "img", "aria-label": title, title });
}

function plate(state, side, letters, clock) {
  const { present, bot } = state.players[side];
  const there = present || bot || state.seat === "both";
  const mine = state.seat === side;
  const count = captured(state, letters, side);
  return [
    element("i", { class: `side ${side}`, role: "img", "aria-label": word(side) }),
    element(
      "span",
      { class: "who" },
      element("span", { class: "name" }, nameOf(state, side), mine ? you() : null),
      count ? discs(count, other(side)) : null,
    ),
    bot || state.seat === "both" ? null : dot(there),
    clock,
  ].filter(Boolean);
}

/** Shows both players, the one at the bottom of the board below it. */
export function showPlayers(state, bottom, letters, clocks) {
  const places = { [bottom]: byId("player-near"), [other(bottom)]: byId("player-far") };
  for (const [side, place] of Object.entries(places)) {
    place.replaceChildren(...plate(state, side, letters, clocks.faces[side]));
    place.classList.toggle("turn", !state.outcome && state.view.turn === side);
  }
}
