// What each visitor sets for this browser: language, colours, help on the board.

import { byId, element } from "./dom.js";
import { remember, remembered } from "./store.js";
import { LANGUAGES, language, word } from "./words.js";

/** Whether a help is wanted: "numbers" or "hints". */
export const wanted = (help) => remembered(help, help === "hints");

/** Applies colours and numbers to the page. */
export function applySettings() {
  document.documentElement.dataset.theme = remembered("theme", "auto");
  byId("board").classList.toggle("numbered", wanted("numbers"));
}

function choice(key, values, chosen) {
  const select = element("select", { id: `set-${key}` });
  for (const [value, text] of Object.entries(values)) {
    select.append(element("option", { value, selected: value === chosen }, text));
  }
  return [element("label", { htmlFor: `set-${key}` }, word(key)), select];
}

function tick(key) {
  const box = element("input", { type: "checkbox", id: `set-${key}`, checked: wanted(key) });
  return [element("label", { class: "tick", htmlFor: `set-${key}` }, box, word(key)), box];
}

/** Fills the sheet of settings; `changed` is called with the name of what was set. */
export function showSettings(changed) {
  const [languageLabel, languages] = choice("language", LANGUAGES, language());
  const themes = { auto: word("themeAuto"), light: word("themeLight"), dark: word("themeDark") };
  const [themeLabel, theme] = choice("theme", themes, remembered("theme", "auto"));
  const [numbersLabel, numbers] = tick("numbers");
  const [hintsLabel, hints] = tick("hints");
  const set = (key, value) => () => {
    remember(key, value());
    applySettings();
    changed(key);
  };
  languages.addEventListener("change", set("language", () => languages.value));
  theme.addEventListener("change", set("theme", () => theme.value));
  numbers.addEventListener("change", set("numbers", () => numbers.checked));
  hints.addEventListener("change", set("hints", () => hints.checked));
  const sheet = [languageLabel, languages, themeLabel, theme, numbersLabel, hintsLabel];
  byId("settings-sheet").replaceChildren(...sheet);
}

/** The sheet closes by a click beside it and by Escape. */
export function closeBySide() {
  const sheet = byId("settings");
  addEventListener("pointerdown", (event) => {
    if (!sheet.contains(event.target)) sheet.open = false;
  });
  sheet.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    sheet.open = false;
    sheet.querySelector("summary").focus();
  });
}
