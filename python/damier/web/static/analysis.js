// The analysis after the end: a graph of the scores, and the best line of the move looked at.

import { byId, drawn, element, refill } from "./dom.js";
import { sideWord, word } from "./words.js";

const HALF = 40; // the height of the graph on either side of its middle
const MOST = 37; // and that of the curve
const STEEP = 250; // the score in hundredths of a man at which the graph is three quarters up

/** A score as a height: 1 where White wins, -1 where Black does. */
function height({ centimen, win_in: plies }) {
  if (plies !== null && plies !== undefined) return plies > 0 ? 1 : -1;
  return Math.tanh((centimen ?? 0) / STEEP);
}

/** A score as people read it. */
function scoreText({ centimen, win_in: plies }) {
  if (plies !== null && plies !== undefined) {
    return sideWord("winsIn", plies > 0 ? "white" : "black", { count: Math.ceil(Math.abs(plies) / 2) });
  }
  const men = (centimen ?? 0) / 100;
  return `${men > 0 ? "+" : men < 0 ? "−" : ""}${Math.abs(men).toFixed(1)}`;
}

export class Analysis {
  constructor(look, fail) {
    this.look = look;
    this.fail = fail;
    this.scores = new Map();
    this.state = "none"; // then "running", "done"
  }

  /** Takes what the server has found so far. */
  hear(message) {
    for (const score of message.scores) this.scores.set(score.ply, score);
    this.state = message.done ? "done" : message.failed ? "none" : "running";
  }

  async start(id) {
    this.state = "running";
    const answer = await fetch(`/api/games/${id}/analysis`, { method: "POST" }).catch(() => null);
    if (answer?.ok) return;
    this.state = "none";
    const error = await answer?.json().catch(() => null);
    this.fail(error?.error?.text ?? word("failed"));
  }

  show(game, ply) {
    const place = byId("analysis");
    place.hidden = !game.outcome || !game.moves.length;
    if (place.hidden) return;
    const title = element("h2", {}, word("analysis"));
    if (this.state === "none") {
      const start = async () => {
        const done = this.start(game.id);
        this.show(game, ply);
        await done;
        if (this.state === "none") this.show(game, ply);
      };
      const button = { type: "button", "data-keep": "analyse", click: start };
      return refill(place, element("button", button, word("analyse")));
    }
    const waiting = this.state === "running" ? element("p", { class: "quiet" }, word("analysing")) : null;
    refill(place, title, this.graph(game.moves.length, ply), this.line(ply), waiting);
  }

  line(ply) {
    const score = this.scores.get(ply);
    if (!score) return null;
    const best = score.pv?.length ? score.pv : [score.best].filter(Boolean);
    return element(
      "dl",
      { class: "found" },
      element("dt", {}, word("evaluation")),
      element("dd", {}, scoreText(score)),
      ...(best.length ? [element("dt", {}, word("bestLine")), element("dd", {}, best.join(" "))] : []),
    );
  }

  graph(plies, ply) {
    const found = [...this.scores.values()].sort((one, other) => one.ply - other.ply);
    const points = found.map((score) => `${score.ply},${(-MOST * height(score)).toFixed(1)}`);
    const plain = { "vector-effect": "non-scaling-stroke" };
    const svg = drawn(
      "svg",
      {
        viewBox: `0 ${-HALF} ${plies} ${2 * HALF}`,
        preserveAspectRatio: "none",
        class: "graph",
        role: "img",
        "aria-label": word("graph"),
      },
      drawn("rect", { class: "up", x: 0, y: -HALF, width: plies, height: HALF }),
      drawn("rect", { class: "down", x: 0, y: 0, width: plies, height: HALF }),
    );
    if (points.length) {
      const [first, last] = [found[0].ply, found.at(-1).ply];
      svg.append(drawn("polygon", { class: "area", points: `${first},0 ${points.join(" ")} ${last},0` }));
      svg.append(drawn("polyline", { class: "curve", points: points.join(" "), ...plain }));
    }
    svg.append(drawn("line", { class: "middle", x1: 0, x2: plies, y1: 0, y2: 0, ...plain }));
    svg.append(drawn("line", { class: "now", x1: ply, x2: ply, y1: -HALF, y2: HALF, ...plain }));
    svg.addEventListener("click", (event) => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      this.look(Math.max(0, Math.min(plies, Math.round(at.x))));
    });
    return svg;
  }
}
