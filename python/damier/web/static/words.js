// The words of the page in the language that is set.

import { remembered } from "./store.js";

export const LANGUAGES = { en: "English", fr: "Français", pt: "Português", nl: "Nederlands" };

let table = {};

/** The language that was chosen here, or else the first of the browser's that there is. */
export function language() {
  const wished = [remembered("language"), ...navigator.languages.map((name) => name.slice(0, 2))];
  return wished.find((name) => name in LANGUAGES) ?? "en";
}

/** Loads the words of the language and puts them into what carries `data-word`. */
export async function setLanguage() {
  const name = language();
  table = (await import(`./words/${name}.js`)).default;
  document.documentElement.lang = name;
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = word(element.dataset.word);
  }
}

/** A word or sentence, with `{name}` replaced by values. */
export function word(key, values = {}) {
  const text = table[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** A word that depends on a side: `word("toMove", …)` is found under toMoveWhite or toMoveBlack. */
export function sideWord(key, side, values = {}) {
  return word(key + (side === "white" ? "White" : "Black"), values);
}
