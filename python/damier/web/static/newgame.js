// The form for a new game.

import { byId, element } from "./dom.js";
import { remember, remembered } from "./store.js";
import { language, word } from "./words.js";

/** A group of choices, of which one is made; `values` are [value, text, note]. */
function group(name, title, values, chosen, kind = "segments") {
  const set = element("fieldset", { class: kind, id: `new-${name}` }, element("legend", {}, title));
  const row = element("div", { class: "row" });
  for (const [value, text, note] of values) {
    const radio = element("input", { type: "radio", name, value, checked: value === chosen });
    const small = note ? element("small", {}, note) : null;
    const face = element("span", { class: "face" }, element("b", {}, text), small);
    row.append(element("label", {}, radio, face));
  }
  set.append(row);
  return set;
}

function field(name, label, input, note) {
  input.id = `new-${name}`;
  input.name = name;
  const hint = note ? element("small", { id: `new-${name}-note` }, note) : null;
  if (hint) input.setAttribute("aria-describedby", hint.id);
  return element("div", { class: "field" }, element("label", { htmlFor: input.id }, label), input, hint);
}

const pick = (values, wished, otherwise) => (values.includes(wished) ? wished : otherwise);

export class NewGame {
  /**
   * The form. `preview` is called with a variant of the options and a side whenever they change,
   * `begin` with the answer of the server when a game has been made, `fail` with a sentence.
   */
  constructor(preview, begin, fail) {
    Object.assign(this, { preview, begin, fail });
    this.place = byId("newgame");
  }

  async show() {
    const kept = this.form ? this.values() : remembered("last", {});
    const options = await fetch(`/api/options?lang=${language()}`).then((answer) => answer.json());
    this.variants = new Map(options.variants.map((variant) => [variant.name, variant]));
    const names = [...this.variants.keys()];
    const variant = pick(names, kept.variant, names.at(-1));
    this.form = element("form", { class: "newgame", submit: (event) => this.send(event) });
    this.form.addEventListener("change", () => this.follow());
    const size = (name) => word(`board${this.variants.get(name).size}`);
    const games = names.map((name) => [name, word(name), size(name)]);
    const opponents = [
      ["bot", word("byBot"), word("byBotNote")],
      ["friend", word("byLink"), word("byLinkNote")],
      ["screen", word("byScreen"), word("byScreenNote")],
    ];
    const opponent = pick(["bot", "friend", "screen"], kept.opponent, "bot");
    const colors = ["white", "black", "random"].map((name) => [name, word(name)]);
    this.form.append(
      element("h2", {}, word("newGame")),
      group("variant", word("game"), games, variant, "segments tall"),
      group("opponent", word("opponent"), opponents, opponent, "tiles"),
      element("div", { id: "new-levels" }),
      group("color", word("color"), colors, pick(["white", "black", "random"], kept.color, "white")),
      this.clock(options.clocks, kept),
      this.more(),
      element("button", { class: "strong large", "data-keep": "start" }, word("start")),
    );
    this.place.replaceChildren(this.form);
    this.kept = kept;
    this.follow();
  }

  /** What most people leave as it is. */
  more() {
    const value = remembered("name", "");
    const name = element("input", { maxLength: 30, autocomplete: "nickname", value });
    const box = element("input", { type: "checkbox", name: "practice" });
    return element(
      "details",
      { class: "more" },
      element("summary", {}, word("more")),
      element("div", { id: "new-rule-sets" }),
      field("name", word("name"), name, word("nameNote")),
      element("label", { class: "tick", id: "new-practice" }, box, word("practice")),
    );
  }

  clock(clocks, kept) {
    const text = (clock) => {
      if (clock === "none") return word("noClock");
      return clock.includes("+") ? clock : word("minutes", { count: clock });
    };
    const values = [...clocks.map((clock) => [clock, text(clock)]), ["own", word("ownClock")]];
    const chosen = pick([...clocks, "own"], kept.clock, "none");
    const set = group("clock", word("clock"), values, chosen);
    const number = (min, max, value) =>
      element("input", { type: "number", min, max, value, required: true, inputMode: "numeric" });
    const own = element(
      "div",
      { class: "pair", id: "new-own" },
      field("minutes", word("ownMinutes"), number(1, 180, kept.minutes ?? 15)),
      field("increment", word("ownIncrement"), number(0, 60, kept.increment ?? 5)),
    );
    set.append(own);
    return set;
  }

  /** Levels and rule sets are those of the variant; the board shows what would be played. */
  follow() {
    const values = this.values();
    const variant = this.variants.get(values.variant);
    if (this.followed !== variant.name || !byId("new-levels").firstChild) this.fill(variant);
    this.followed = variant.name;
    byId("new-levels").hidden = values.opponent !== "bot";
    byId("new-color").hidden = values.opponent === "screen";
    byId("new-practice").hidden = values.opponent === "friend"; // one's end would be the other's loss
    const own = values.clock === "own";
    byId("new-own").hidden = !own;
    for (const input of byId("new-own").querySelectorAll("input")) input.disabled = !own;
    this.preview(variant, values.color === "black" && values.opponent !== "screen" ? "black" : "white");
  }

  fill(variant) {
    const { level, rules } = this.kept ?? {};
    const names = variant.levels.map((name) => [name, word(name)]);
    byId("new-levels").replaceChildren(
      group("level", word("level"), names, pick(variant.levels, level, variant.levels[0])),
    );
    const sets = variant.rules.map((set) => set.name);
    const chosen = pick(sets, rules, variant.default_rules);
    const select = element("select");
    for (const { name } of variant.rules) {
      select.append(element("option", { value: name, selected: name === chosen }, name));
    }
    const text = () => variant.rules.find((set) => set.name === select.value).text;
    const chooser = field("rules", word("rules"), select, text());
    select.addEventListener("change", () => (chooser.lastChild.textContent = text()));
    byId("new-rule-sets").replaceChildren(chooser);
  }

  values() {
    return Object.fromEntries(new FormData(this.form));
  }

  async send(event) {
    event.preventDefault();
    const values = this.values();
    remember("last", { ...values, name: undefined });
    const clock = { none: null, own: `${values.minutes}+${values.increment}` };
    const wish = {
      variant: values.variant,
      rules: values.rules,
      clock: values.clock in clock ? clock[values.clock] : values.clock,
      color: values.color,
      opponent: values.opponent,
      ...(values.opponent === "bot" ? { level: values.level } : {}),
      ...(values.name.trim() ? { name: values.name.trim() } : {}),
      practice: values.practice === "on" && values.opponent !== "friend",
      lang: language(),
    };
    const button = this.form.querySelector("button");
    button.disabled = true;
    button.textContent = word("starting");
    const headers = { "Content-Type": "application/json" };
    const post = { method: "POST", headers, body: JSON.stringify(wish) };
    const answer = await fetch("/api/games", post).catch(() => null);
    const made = await answer?.json().catch(() => null);
    button.disabled = false;
    button.textContent = word("start");
    if (answer?.ok) {
      remember("name", values.name.trim());
      this.begin(made);
    } else this.fail(made?.error?.text ?? word("failed"));
  }
}
