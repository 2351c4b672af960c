// The door: which page this address is, and what all pages share.

import { Board } from "./board.js";
import { Clocks } from "./clocks.js";
import { byId } from "./dom.js";
import { Game } from "./game.js";
import { Moves } from "./moves.js";
import { NewGame } from "./newgame.js";
import { lettersOf } from "./scene.js";
import { applySettings, closeBySide, showSettings } from "./settings.js";
import { keepFriendLink } from "./share.js";
import { setLanguage, word } from "./words.js";

let game = null;

/** Says what went wrong; nothing, if the text is empty. */
function notice(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = !text;
}

const board = new Board(
  byId("board"),
  (square) => game?.touch(square),
  () => notice(word("cannotMove")),
);

const room = { board, clocks: new Clocks(), moves: new Moves(), notice, go };

function preview(variant, side) {
  if (game) return;
  board.draw(variant.name, side).catch(() => notice(word("failed")));
  board.show({ letters: lettersOf(variant.start) });
}

/** Goes to an address of this page without loading it anew. */
function go(link) {
  history.pushState(null, "", link);
  open();
}

function begin({ id, links }) {
  if (links.friend) keepFriendLink(id, links.friend);
  go(links.you);
}

const newGame = new NewGame(preview, begin, notice);

/** Shows what the address names: a game, or the form for a new one. */
async function open() {
  notice("");
  game?.leave();
  game = null;
  const id = location.pathname.match(/^\/game\/([\w-]+)$/)?.[1];
  document.body.dataset.page = id ? "game" : "new";
  byId("newgame").hidden = Boolean(id);
  if (id) game = new Game(id, location.hash.slice(1) || null, room);
  else await newGame.show().catch(() => notice(word("failed")));
}

async function changed(what) {
  if (what === "language") {
    await setLanguage();
    showSettings(changed);
    board.show({ ...board.scene, move: null });
    if (!game) await newGame.show();
  }
  game?.changed(what);
}

applySettings();
await setLanguage();
showSettings(changed);
closeBySide();
addEventListener("popstate", open);
await open();
