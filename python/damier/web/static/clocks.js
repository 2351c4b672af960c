// The clocks: between two states of the game they run by themselves.

import { element } from "./dom.js";
import { word } from "./words.js";

const TICK = 100; // milliseconds
const LOW = 20; // seconds under which a clock says so
const EXACT = 10; // and under which it shows tenths

/** Seconds as people read them: 9:05, 1:02:03, and tenths near the end. */
export function timeText(seconds) {
  if (seconds < EXACT) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
  const whole = Math.ceil(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, nth) => (nth ? String(part).padStart(2, "0") : part)).join(":");
}

export class Clocks {
  constructor() {
    this.faces = { white: element("div", { class: "clock" }), black: element("div", { class: "clock" }) };
    for (const face of Object.values(this.faces)) face.setAttribute("role", "timer");
    this.times = null;
    setInterval(() => this.tick(), TICK);
  }

  /** Takes the times of a state; null where the game has no clock. */
  set(times) {
    this.times = times;
    this.since = performance.now();
    for (const [side, face] of Object.entries(this.faces)) {
      face.hidden = times?.[side] == null;
      face.setAttribute("aria-label", word("timeLeft", { side: word(side) }));
    }
    this.tick();
  }

  tick() {
    if (!this.times) return;
    const passed = (performance.now() - this.since) / 1000;
    for (const [side, face] of Object.entries(this.faces)) {
      const running = this.times.running === side;
      const left = Math.max(0, (this.times[side] ?? 0) - (running ? passed : 0));
      const text = timeText(left);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("running", running);
      face.classList.toggle("low", left < LOW && !face.hidden);
    }
  }
}
