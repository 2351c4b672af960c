// The line to the server: joins a game, sends what the player does, comes back when it is cut.

import { language } from "./words.js";
import { remembered } from "./store.js";

const FIRST_WAIT = 500; // milliseconds
const LONGEST_WAIT = 8_000;
const BEAT = 15_000; // a ping so often; no answer until the next is a cut line

const client = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
  byte.toString(16).padStart(2, "0"),
).join("");

// The number of the last action. It goes on from game to game, for the server knows what a page has
// done by the page's name and this number.
let last = 0;

export class Line {
  /**
   * Opens the line to a game. `hear` is called with every message, `cut` with true when the line
   * is cut and with false when it is back.
   */
  constructor(id, secret, hear, cut) {
    this.id = id;
    this.secret = secret;
    this.hear = hear;
    this.cut = cut;
    this.version = 0;
    this.unanswered = new Map();
    this.wait = FIRST_WAIT;
    this.closed = false;
    this.wake = () => this.socket.readyState > WebSocket.OPEN && this.connect();
    addEventListener("online", this.wake);
    this.connect();
  }

  connect() {
    clearTimeout(this.retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.id}`);
    this.socket = socket;
    this.joined = false;
    socket.onopen = () => {
      const name = remembered("name", "");
      this.send({ type: "join", secret: this.secret, lang: language(), client, name });
      this.beat = setInterval(() => this.ping(), BEAT);
      this.answered = true;
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lose();
    };
  }

  /** Does something in the game; carried out once, even if the line is cut meanwhile. */
  act(action, what = {}) {
    last += 1;
    const message = { type: "act", nr: last, client, version: this.version, action, ...what };
    this.unanswered.set(last, message);
    if (this.joined) this.send(message);
  }

  receive(message) {
    this.answered = true;
    if (message.type === "state") this.greet(message);
    if (message.type === "done" || message.type === "refused") {
      message.asked = this.unanswered.get(message.nr);
      this.unanswered.delete(message.nr);
    }
    if (message.type === "gone" && message.final) this.close();
    if (message.type !== "pong") this.hear(message);
  }

  greet(state) {
    this.version = state.version;
    if (this.joined) return;
    this.joined = true;
    this.wait = FIRST_WAIT;
    this.cut(false);
    for (const message of this.unanswered.values()) this.send(message);
  }

  ping() {
    if (!this.answered) return this.socket.close();
    this.answered = false;
    this.send({ type: "ping" });
  }

  lose() {
    clearInterval(this.beat);
    if (this.closed) return;
    this.cut(true);
    this.retry = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Joins again, as after a change of language. */
  rejoin() {
    this.socket.close();
  }

  close() {
    this.closed = true;
    clearTimeout(this.retry);
    clearInterval(this.beat);
    removeEventListener("online", this.wake);
    this.socket.close();
  }
}
