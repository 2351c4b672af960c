// A game that is played or watched: takes the server's word and shows it.

import { Analysis } from "./analysis.js";
import { byId } from "./dom.js";
import { showOffers } from "./offers.js";
import { showPlayers } from "./players.js";
import { expected, lettersAt, liveScene, pastScene } from "./scene.js";
import { wanted } from "./settings.js";
import { showShare, showTools } from "./share.js";
import { Line } from "./socket.js";
import { showStatus, showTitle } from "./status.js";
import { word } from "./words.js";

const PATIENCE = 1200; // milliseconds before a cut line is worth a notice

export class Game {
  /**
   * Joins a game. The room has the `board`, the `clocks` and the list of `moves`; `notice` says
   * what went wrong, and `go` goes to another game.
   */
  constructor(id, secret, { board, clocks, moves, notice, go }) {
    Object.assign(this, { id, board, clocks, moves, notice, go });
    this.state = null;
    this.crossed = []; // squares touched before the last change was known here
    this.ply = null; // the move looked at; null for the game as it stands
    moves.look = (ply) => this.look(ply);
    this.analysis = new Analysis(moves.look, notice);
    this.line = new Line(id, secret, (message) => this.hear(message), (cut) => this.cut(cut));
    byId("game").hidden = false;
  }

  hear(message) {
    if (message.type === "state") this.take(message);
    else if (message.type === "refused") this.refuse(message);
    else if (message.type === "analysis") this.analyse(message);
    else if (message.type === "gone") this.end(message);
  }

  take(state) {
    const before = this.state;
    const shown = this.guess ?? before;
    this.state = state;
    this.guess = null;
    if (before && before.moves.length !== state.moves.length && !state.outcome) this.ply = null;
    if (this.ply !== null && this.ply > state.moves.length) this.ply = null;
    this.side ??= state.seat === "black" ? "black" : "white";
    this.show(shown);
    showTitle(state);
    const crossed = this.crossed.splice(0);
    if (before?.view.ply === state.view.ply) crossed.forEach((square) => this.touch(square));
    const agreed = before && !before.rematch && state.rematch && state.seat !== "spectator";
    if (agreed) this.go(state.rematch.link);
  }

  /** Shows the state; `before` is what the board showed. */
  show(before = this.state) {
    const { state } = this;
    const past = this.ply !== null && this.ply !== state.moves.length;
    const ply = past ? this.ply : state.moves.length;
    this.board.draw(state.view.variant, this.side).catch(() => this.notice(word("failed")));
    if (past) this.board.show(pastScene(state, ply));
    else this.board.show(liveScene(state, before, wanted("hints")));
    const letters = past ? lettersAt(state, ply) : this.board.scene.letters;
    showPlayers(state, this.side, letters, this.clocks);
    this.clocks.set(state.clock);
    showStatus(state, past);
    showShare(state);
    showOffers(state, (action) => this.line.act(action));
    showTools(state, () => this.flip());
    this.moves.show(state, ply);
    this.analysis.show(state, ply);
  }

  /** A square was touched: the board answers at once, the server has the last word. */
  touch(square) {
    const shown = this.guess ?? this.state;
    const guess = expected(shown, square);
    this.notice("");
    this.line.act("touch", { square });
    if (!guess) return;
    this.guess = guess;
    this.board.show(liveScene(guess, shown, wanted("hints")));
  }

  /** A touch that crossed an offer is made again; all else that is refused is said. */
  refuse(message) {
    const { asked, code, text } = message;
    if (code === "stale" && asked?.action === "touch") this.crossed.push(asked.square);
    else this.notice(text);
    const { guess } = this;
    this.guess = null;
    if (guess) this.board.show(liveScene(this.state, null, wanted("hints")));
  }

  analyse(message) {
    this.analysis.hear(message);
    if (this.state) this.analysis.show(this.state, this.ply ?? this.state.moves.length);
  }

  /** Shows the board after so many moves. */
  look(ply) {
    const { state } = this;
    const shown = this.ply ?? state.moves.length;
    this.ply = ply === state.moves.length ? null : ply;
    this.show(null);
    const move = state.moves[ply - 1];
    if (this.ply !== null && ply === shown + 1) {
      this.board.show(pastScene(state, shown));
      this.board.show(pastScene(state, ply, move));
    }
  }

  flip() {
    this.side = this.side === "white" ? "black" : "white";
    this.show(null);
  }

  /** The server sends this page away, for a while or because the game is no more. */
  end({ text, final }) {
    this.notice(text || word("noGame"));
    if (final) document.body.dataset.page = "gone";
    byId("leave").hidden = !final;
  }

  /** A short cut of the line is nobody's concern. */
  cut(cut) {
    clearTimeout(this.alarm);
    if (cut) this.alarm = setTimeout(() => this.notice(word("lost")), PATIENCE);
    else if (this.wasCut) this.notice("");
    this.wasCut = cut;
  }

  /** After a change of the settings. */
  changed(what) {
    if (what === "language") this.line.rejoin();
    if (this.state) this.show(null);
  }

  leave() {
    this.line.close();
    clearTimeout(this.alarm);
    byId("game").hidden = true;
    byId("leave").hidden = true;
    document.title = "Damier";
  }
}
