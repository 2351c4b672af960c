// Links to send, and the game to take away as PDN.

import { byId, element, refill } from "./dom.js";
import { remember, remembered } from "./store.js";
import { word } from "./words.js";

/** Puts text where it can be pasted from, on plain addresses of a local network too. */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = element("textarea", { value: text, class: "unseen" });
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

/** A button that copies a text, and says that it has. */
function copyButton(key, text) {
  const made = element("button", { type: "button", "data-keep": key }, word(key));
  made.addEventListener("click", async () => {
    await copy(await text());
    made.textContent = word("copied");
    setTimeout(() => (made.textContent = word(key)), 1500);
  });
  return made;
}

/** Keeps the friend's link until the friend has come. */
export const keepFriendLink = (id, link) => remember(`friend.${id}`, link);

/** While a friend is waited for, the link to send. */
export function showShare(state) {
  const key = `friend.${state.id}`;
  const link = remembered(key);
  const friend = state.seat === "white" ? "black" : "white";
  const waiting = link && !state.outcome && !state.moves.length && !state.players[friend].arrived;
  if (link && (state.outcome || state.moves.length)) remember(key, null);
  const address = waiting ? new URL(link, location.href).href : "";
  const field = element("input", { readOnly: true, id: "friend-link", });
  field.setAttribute("value", address);
  field.addEventListener("focus", () => field.select());
  refill(
    byId("share"),
    waiting &&
      element(
        "div",
        { class: "card share" },
        element("label", { htmlFor: "friend-link" }, word("friendLink")),
        element("div", { class: "line" }, field, copyButton("copy", () => address)),
      ),
  );
}

/** What can be taken away at any time. */
export function showTools(state, flip) {
  const pdn = `/api/games/${state.id}.pdn`;
  const text = async () => (await fetch(pdn)).text();
  refill(
    byId("tools"),
    element("button", { type: "button", "data-keep": "flip", click: flip }, word("flip")),
    copyButton("copyWatchLink", () => new URL(`/game/${state.id}`, location.href).href),
    copyButton("copyPdn", text),
    element("a", { class: "button", href: pdn, download: "", "data-keep": "pdn" }, word("downloadPdn")),
  );
}
