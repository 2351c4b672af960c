// What a player may do besides moving: offers, answers, resignation, a rematch.

import { byId, element, refill } from "./dom.js";
import { sideWord, word } from "./words.js";

/** Asks in the page; true if the answer is yes. */
export function ask(question, yes) {
  const dialog = byId("confirm");
  byId("confirm-text").textContent = question;
  byId("confirm-no").textContent = word("no");
  byId("confirm-yes").textContent = yes;
  dialog.returnValue = "no";
  dialog.showModal();
  byId("confirm-no").focus();
  return new Promise((answer) => {
    dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"), { once: true });
  });
}

const button = (key, act, more = {}, ...rest) =>
  element("button", { type: "button", "data-keep": key, click: act, ...more }, word(key), ...rest);

function banner(text, ...buttons) {
  const answers = buttons.filter(Boolean);
  return element(
    "div",
    { class: "banner" },
    element("span", {}, text),
    answers.length ? element("div", {}, ...answers) : null,
  );
}

/** An offer that is pending: the one who is asked may answer. */
function offer(state, act, kind) {
  const from = state.offers[kind];
  if (!from) return null;
  const name = kind[0].toUpperCase() + kind.slice(1);
  if (from === state.seat) return banner(word(`youOffered${name}`));
  const answer = (key, more) => {
    const action = `${key}_${kind}`;
    const keep = { ...more, "data-keep": action };
    return state.can.includes(action) ? button(key, () => act(action), keep) : null;
  };
  return banner(
    sideWord(`${kind}Offered`, from),
    answer("accept", { class: "strong" }),
    answer("decline"),
  );
}

function rematch(state, act) {
  const { rematch: again, offers, can, seat } = state;
  if (again) return element("a", { class: "button strong", href: again.link }, word("toRematch"));
  if (offers.rematch === seat) return banner(word("youOfferedRematch"));
  if (!can.includes("rematch")) return null;
  const yes = (key) => button(key, () => act("rematch"), { class: "strong", "data-keep": "rematch" });
  if (!offers.rematch) return yes("rematch");
  return banner(sideWord("rematchOffered", offers.rematch), yes("acceptRematch"));
}

/** Shows the offers, and buttons for what `state.can` allows. */
export function showOffers(state, act) {
  refill(byId("offers"), offer(state, act, "draw"), offer(state, act, "undo"), rematch(state, act));
  const confirmed = (action, question, yes) => async () => {
    if (await ask(word(question), word(yes))) act(action);
  };
  const left = state.seat === "both" ? null : state.view.offers.left[state.seat];
  const draws = left == null ? null : element("small", {}, ` (${word("drawsLeft", { count: left })})`);
  const buttons = {
    claim_draw: () => button("claimDraw", () => act("claim_draw"), { class: "strong" }),
    offer_draw: () => button("offerDraw", () => act("offer_draw"), {}, draws),
    offer_undo: () => button("offerUndo", () => act("offer_undo")),
    abort: () => button("abort", confirmed("abort", "abortAsk", "yesAbort")),
    resign: () => button("resign", confirmed("resign", "resignAsk", "yesResign"), { class: "grave" }),
  };
  // Who may still leave without a result need not resign, and nobody offers a draw to nobody.
  const idle = { resign: state.can.includes("abort"), offer_draw: !state.moves.length };
  const shown = Object.entries(buttons).filter(([action]) => state.can.includes(action) && !idle[action]);
  refill(byId("actions"), ...shown.map(([, make]) => make()));
}
