// The list of moves, to step through.

import { byId, drawn, element, refill } from "./dom.js";
import { word } from "./words.js";

const SIGNS = {
  first: "M6 5v14M18 5l-9 7 9 7z",
  previous: "M16 5l-9 7 9 7z",
  next: "M8 5l9 7-9 7z",
  last: "M18 5v14M6 5l9 7-9 7z",
};

function icon(key) {
  const path = drawn("path", { d: SIGNS[key] });
  return drawn("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, path);
}

export class Moves {
  constructor() {
    this.look = () => {}; // is called with the number of moves after which the board is to be seen
    this.place = byId("moves");
    this.parts = ["h2", "div", "div"].map((name) => element(name));
    this.place.append(...this.parts);
    this.count = 0;
    this.shown = 0;
    this.place.addEventListener("keydown", (event) => this.press(event));
  }

  /** Shows the moves; `ply` of them have been played on the board that is seen. */
  show(state, ply) {
    const grown = state.moves.length !== this.count || ply !== this.shown;
    this.count = state.moves.length;
    this.shown = ply;
    this.ended = Boolean(state.outcome);
    const [title, list, steps] = this.parts;
    title.textContent = word("moves");
    refill(list, this.list(state, ply));
    refill(steps, this.buttons(ply));
    if (grown) this.scroll();
  }

  list(state, ply) {
    if (!this.count) return element("p", { class: "quiet" }, word("noMoves"));
    const list = element("ol", { class: "list" });
    const blackBegins = (state.view.turn === "black") === (this.count % 2 === 0);
    const lines = [];
    state.moves.forEach((move, nth) => {
      const place = nth + (blackBegins ? 1 : 0);
      if (place % 2 === 0 || nth === 0) lines.push([]);
      lines.at(-1).push(this.move(move, nth + 1, ply));
    });
    lines.forEach((line, nth) => {
      const item = element("li", { class: nth === 0 && blackBegins ? "late" : "" }, ...line);
      list.append(item);
    });
    return list;
  }

  move(move, nth, ply) {
    return element(
      "button",
      {
        type: "button",
        class: "move",
        "aria-current": nth === ply ? "step" : null,
        "data-keep": `move${nth}`,
        click: () => this.look(nth),
      },
      move.text,
    );
  }

  buttons(ply) {
    const step = (key, to) =>
      element(
        "button",
        {
          type: "button",
          "aria-label": word(key),
          title: word(key),
          "aria-disabled": to === ply,
          "data-keep": key,
          value: to,
          click: () => to !== ply && this.look(to),
        },
        icon(key),
      );
    return element(
      "div",
      { class: "steps", hidden: !this.count },
      step("first", 0),
      step("previous", Math.max(0, ply - 1)),
      step("next", Math.min(this.count, ply + 1)),
      step("last", this.count),
      ply < this.count && !this.ended ? this.back() : null,
    );
  }

  back() {
    const click = () => this.look(this.count);
    const button = { type: "button", class: "strong", "data-keep": "back", click };
    return element("button", button, word("toGame"));
  }

  press(event) {
    const to = {
      ArrowLeft: this.shown - 1,
      ArrowRight: this.shown + 1,
      Home: 0,
      End: this.count,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to < 0 || to > this.count || to === this.shown) return;
    this.look(to);
    this.place.querySelector('[aria-current="step"]')?.focus();
  }

  /** The move that is shown stays in sight, without moving the page. */
  scroll() {
    const list = this.place.querySelector(".list");
    const shown = list?.querySelector('[aria-current="step"]');
    if (!shown) return list?.scrollTo(0, 0);
    const line = shown.parentElement;
    const middle = line.offsetTop - list.offsetTop - (list.clientHeight - line.offsetHeight) / 2;
    list.scrollTo(0, middle);
  }
}
