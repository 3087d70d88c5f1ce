// The boards of the round in a deputy's hands.
"use strict";

const RESULTS = [["1", "1-0"], ["=", "½-½"], ["0", "0-1"]];
const deputy = {
  state: null,
  words: () => document.getElementById("deputy").dataset,
  url: (part) => `${deputy.words().url}/${part}`,

  enter(board, result, text) {
    const { round } = deputy.state;
    queue.add(deputy.url("results"), {
      round, board: board.board, game: board.game, white: board.white.id, black: board.black.id, result, shown: board.result,
    }, `${board.table}: ${text}`);
  },

  send: (part, body, text) => queue.add(deputy.url(part), body, text),

  row(board) {
    const words = deputy.words(), item = document.createElement("li");
    item.id = board.game ? `b${board.board}-${board.game}` : `b${board.board}`;
    item.append(phone.element("span", board.table, { class: "at" }));
    const pair = phone.element("span", `${board.white.name} – ${board.black.name} `);
    pair.append(phone.element("span", board.text, { class: "now-here" }));
    item.append(pair);
    if (board.proposed.length) {
      const codes = [...new Set(board.proposed)];
      const names = codes.map((code) => (RESULTS.find(([key]) => key === code) || [code, code])[1]);
      const box = phone.element("p", `${codes.length > 1 ? words.disagree : words.proposed} ${names.join(" / ")} `, { class: "proposed" });
      codes.forEach((code, place) => box.append(phone.button(`${words.accept} ${names[place]}`, () => deputy.enter(board, code, names[place]))));
      item.append(box);
    }
    const buttons = phone.element("span", "", { class: "buttons" });
    if (!deputy.state.published) {
      for (const [code, text] of RESULTS) buttons.append(phone.button(text, () => deputy.enter(board, code, text), String(board.result === code)));
      if (board.result) buttons.append(phone.button(words.takeBack, () => deputy.enter(board, "x", words.takeBack)));
      else {
        const absent = phone.element("span", "", { class: "absent" });
        for (const [code, side, white] of [["-", board.white, board.colour === "w"], ["+", board.black, board.colour !== "w"]]) {
          const text = white ? words.whiteAbsent : words.blackAbsent; // at a board of a match: a result by forfeit
          absent.append(phone.button(text, () => (board.game ? deputy.enter(board, code, text) : deputy.send("no-shows", { players: [side.id] }, text))));
        }
        buttons.append(absent);
      }
    }
    item.append(buttons);
    return item;
  },

  // Above its boards; who did not come at all is said of the whole match.
  match(match) {
    const item = phone.element("li", "", { class: "of-match", id: `m${match.board}` });
    item.append(phone.element("span", match.table, { class: "at" }));
    const pair = phone.element("span", `${match.white.name} – ${match.black.name} `);
    pair.append(phone.element("span", match.text, { class: "now-here" }));
    item.append(pair);
    if (!match.begun && !deputy.state.published) {
      const buttons = phone.element("span", "", { class: "buttons" });
      for (const side of [match.white, match.black]) {
        const text = phone.fill(deputy.words().absent, side.name);
        buttons.append(phone.button(text, () => deputy.send("no-shows", { players: [side.id] }, text)));
      }
      item.append(buttons);
    }
    return item;
  },

  question(text, choices) {
    const item = phone.element("li", `${text} `, { class: "question" });
    for (const [label, click] of choices) item.append(phone.button(label, click));
    return item;
  },

  show(state) {
    if (!state || !state.boards) return;
    phone.csrf = state.csrf;
    if (!phone.isNew(state)) return;
    deputy.state = state;
    deputy.draw();
  },

  draw() {
    const { state } = deputy, words = deputy.words();
    if (!state) return;
    const round = document.getElementById("round");
    round.textContent = phone.fill(round.dataset.round, state.round);
    const wanted = document.getElementById("find").value.trim().toLowerCase();
    const sides = (one) => `${one.white.name} ${one.black.name}`.toLowerCase();
    const matches = new Map(state.matches.map((one) => [one.board, one]));
    const boards = state.boards.filter((one) => !wanted || String(one.table) === wanted
      || String(matches.get(one.board)?.table) === wanted || sides(one).includes(wanted)
      || (matches.has(one.board) && sides(matches.get(one.board)).includes(wanted)));
    const first = (one, place) => one.board !== boards[place - 1]?.board && matches.get(one.board);
    document.getElementById("boards").replaceChildren(
      ...boards.flatMap((one, place) => [...(first(one, place) ? [deputy.match(matches.get(one.board))] : []), deputy.row(one)]),
      ...state.roll.map((one) => deputy.question(one.name, [["present", words.present], ["registered", words.registered]].map(
        ([presence, label]) => [one.presence === presence ? `✓ ${label}` : label, () => deputy.send("roll-call", { players: [one.id], presence }, `${one.name}: ${label}`)]))),
    );
    const missing = state.boards.filter((one) => !one.result).length;
    document.getElementById("missing").textContent = state.boards.length ? phone.fill(words.missing, missing) : "";
    document.getElementById("asked").replaceChildren(
      ...state.asked.map((one) => deputy.question(phone.fill(words.asked, one.name), [
        [words.playsOn, () => deputy.send("answer", { players: [one.id], plays: "on" }, one.name)],
        [words.leaves, () => deputy.send("answer", { players: [one.id], plays: "off" }, one.name)]])),
      ...state.requests.map((one) => deputy.question(phone.fill(one.kind === "bye" ? words.bye : words.leave, one.name, one.round), [
        ...(one.kind === "bye" ? [["half", words.half], ["zero", words.zero]] : [["yes", words.yes]]), ["declined", words.no],
      ].map(([choice, label]) => [label, () => deputy.send("requests", { request: one.id, choice }, one.name)]))),
    );
    const publish = document.getElementById("publish");
    publish.replaceChildren();
    if (state.may.includes("publish-results") && state.boards.length && !missing && !state.published) {
      publish.append(phone.button(words.publish, () => deputy.send("publish-results", {}, words.publish)));
    }
  },
};

// An addition: browsers refuse it unless they trust the certificate.
deputy.keep = async () => {
  try {
    await navigator.serviceWorker.register("/worker.js", { scope: "/deputy" });
    const { active } = await navigator.serviceWorker.ready;
    const needed = [...document.querySelectorAll("script[src], link[rel=stylesheet]")];
    active.postMessage([location.pathname, deputy.url("state"), ...needed.map((one) => one.src || one.href)]);
  } catch { document.getElementById("untrusted").hidden = false; }
};

addEventListener("DOMContentLoaded", () => {
  queue.hear = (found) => deputy.show(found);
  document.getElementById("find").addEventListener("input", deputy.draw);
  deputy.keep();
  phone.keepLooking(async () => deputy.show(await phone.get(deputy.url("state"))), 3);
});
