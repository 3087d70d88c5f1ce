// The boards of the round in a deputy's hands.
"use strict";

const RESULTS = [["1", "1-0"], ["=", "½-½"], ["0", "0-1"]];
const deputy = {
  state: null,
  open: new Set(), // rows whose other choices are unfolded
  words: () => document.getElementById("deputy").dataset,
  url: (part) => `${deputy.words().url}/${part}`,
  seen: (row) => ({ ...deputy.state.seen, ...row.seen }),

  send: (part, kind, wanted, row, label, sure = false) => phone.enterHere({
    url: deputy.url(part), kind, wanted, seen: deputy.seen(row), label, sure,
  }),

  // How an entry is called on this device until the desk has it.
  atTable: (row, text) => phone.fill(deputy.words().atTable, deputy.state.round, row.table, text),
  inRound: (text) => phone.fill(deputy.words().inRound, deputy.state.round, text),

  // Both players with their colours, as a question names them.
  pair({ seen, white, black }) {
    const words = deputy.words();
    return seen.game ? `${white} – ${black}` : `${white} (${words.white}) – ${black} (${words.black})`;
  },

  async enter(board, wanted, text) {
    const words = deputy.words(), { shown } = board.seen;
    const waits = phone.pending(deputy.seen(board));
    if (shown === wanted && (!waits || waits.state === REFUSED)) return; // else it takes back what waits
    if (shown && shown !== wanted && shown !== "a") {
      const question = wanted === "x" ? words.sureBack : words.sure;
      const yes = await phone.ask(phone.fill(question, board.table, deputy.pair(board), board.text, text), text);
      if (!yes) return;
    }
    deputy.send("results", "result", wanted, board, deputy.atTable(board, text), Boolean(shown));
  },

  async absent(row, wanted, text) {
    const words = deputy.words(), name = wanted === "w" ? row.white : row.black;
    if (!await phone.ask(phone.fill(words.sureAbsent, row.table, deputy.pair(row), name), text)) return;
    deputy.send("no-shows", "absent", wanted, row, deputy.atTable(row, text), true);
  },

  row(board) {
    const words = deputy.words(), { seen } = board, item = document.createElement("li");
    item.id = seen.game ? `b${seen.board}-${seen.game}` : `b${seen.board}`;
    item.append(phone.element("span", board.table, { class: "at" }));
    const pair = phone.element("span", `${board.white} – ${board.black} `, { class: "names" });
    pair.append(phone.element("span", board.text, { class: "now-here" }));
    item.append(pair);
    if (board.proposed.length) {
      const codes = [...new Set(board.proposed)];
      const names = codes.map((code) => (RESULTS.find(([key]) => key === code) || [code, code])[1]);
      const box = phone.element("p", `${codes.length > 1 ? words.disagree : words.proposed} ${names.join(" / ")} `, { class: "proposed" });
      codes.forEach((code, place) => box.append(phone.button(`${words.accept} ${names[place]}`, () => deputy.enter(board, code, names[place]))));
      item.append(box);
    }
    if (!deputy.state.published) item.append(deputy.choices(board));
    item.append(...phone.notes(deputy.seen(board)));
    return item;
  },

  // The three results large; what is rare is folded away.
  choices(board) {
    const words = deputy.words(), { seen } = board, buttons = phone.element("div", "", { class: "buttons" });
    const waits = phone.pending(deputy.seen(board));
    const chosen = waits && waits.state !== REFUSED && waits.kind === "result" ? waits.wanted : seen.shown;
    for (const [code, text] of RESULTS) buttons.append(phone.button(text, () => deputy.enter(board, code, text), String(chosen === code)));
    const id = `${deputy.state.round}-${seen.board}-${seen.game || 0}`, unfolded = deputy.open.has(id);
    const more = phone.button("⋯", () => { if (!deputy.open.delete(id)) deputy.open.add(id); deputy.draw(); });
    more.className = "more";
    more.setAttribute("aria-label", words.more);
    more.setAttribute("aria-expanded", String(unfolded));
    buttons.append(more);
    if (!unfolded) return buttons;
    const rare = phone.element("div", "", { class: "rare" });
    if (seen.shown) rare.append(phone.button(words.takeBack, () => deputy.enter(board, "x", words.takeBack)));
    else {
      const hasWhite = seen.colour === "w";
      for (const [side, white] of [["w", hasWhite], ["b", !hasWhite]]) {
        const text = white ? words.whiteAbsent : words.blackAbsent; // at a board of a match: a result by forfeit
        rare.append(phone.button(text, () => (seen.game ? deputy.forfeit(board, side, text) : deputy.absent(board, side, text))));
      }
    }
    buttons.append(rare);
    return buttons;
  },

  async forfeit(board, side, text) {
    const words = deputy.words(), name = side === "w" ? board.white : board.black;
    if (!await phone.ask(phone.fill(words.sureAbsent, board.table, deputy.pair(board), name), text)) return;
    deputy.send("results", "result", side === "w" ? "-" : "+", board, deputy.atTable(board, text), true);
  },

  // Above its boards; who did not come at all is said of the whole match.
  match(match) {
    const item = phone.element("li", "", { class: "of-match", id: `m${match.seen.board}` });
    item.append(phone.element("span", match.table, { class: "at" }));
    const pair = phone.element("span", `${match.white} – ${match.black} `, { class: "names" });
    pair.append(phone.element("span", match.text, { class: "now-here" }));
    item.append(pair);
    if (!match.seen.shown && !deputy.state.published) {
      const rare = phone.element("div", "", { class: "rare" });
      for (const [side, name] of [["w", match.white], ["b", match.black]]) {
        const text = phone.fill(deputy.words().absent, name);
        rare.append(phone.button(text, () => deputy.absent(match, side, text)));
      }
      item.append(rare);
    }
    item.append(...phone.notes(deputy.seen(match)));
    return item;
  },

  question(row, text, choices) {
    const item = phone.element("li", `${text} `, { class: "question" });
    for (const [label, click] of choices) item.append(phone.button(label, click));
    item.append(...phone.notes(deputy.seen(row)));
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
    const only = document.getElementById("only").checked;
    const sides = (one) => `${one.white} ${one.black}`.toLowerCase();
    const matches = new Map(state.matches.map((one) => [one.seen.board, one]));
    const isMissing = (one) => !one.seen.shown || phone.pending(deputy.seen(one));
    const boards = state.boards.filter((one) => !only || isMissing(one)).filter((one) => !wanted || one.table === wanted
      || matches.get(one.seen.board)?.table === wanted || sides(one).includes(wanted)
      || (matches.has(one.seen.board) && sides(matches.get(one.seen.board)).includes(wanted)));
    const first = (one, place) => one.seen.board !== boards[place - 1]?.seen.board && matches.get(one.seen.board);
    document.getElementById("boards").replaceChildren(
      ...boards.flatMap((one, place) => [...(first(one, place) ? [deputy.match(matches.get(one.seen.board))] : []), deputy.row(one)]),
      ...state.roll.map((one) => deputy.question(one, one.name, [["present", words.present], ["registered", words.registered]].map(
        ([presence, label]) => [one.seen.shown === presence ? `✓ ${label}` : label, () => deputy.send("roll-call", "roll-call", presence, one, deputy.inRound(`${one.name}: ${label}`))]))),
    );
    const missing = state.boards.filter((one) => !one.seen.shown).length;
    document.getElementById("missing").textContent = state.boards.length ? phone.fill(words.missing, missing) : "";
    document.getElementById("asked").replaceChildren(
      ...state.asked.map((one) => deputy.question(one, phone.fill(words.asked, one.name), [["on", words.playsOn], ["off", words.leaves]].map(
        ([choice, label]) => [label, () => deputy.send("answer", "answer", choice, one, deputy.inRound(`${one.name}: ${label}`))]))),
      ...state.requests.map((one) => deputy.question(one, phone.fill(one.kind === "bye" ? words.bye : words.leave, one.name, one.round), [
        ...(one.kind === "bye" ? [["half", words.half], ["zero", words.zero]] : [["yes", words.yes]]), ["declined", words.no],
      ].map(([choice, label]) => [label, () => deputy.send("requests", "request", choice, one, deputy.inRound(`${one.name}: ${label}`))]))),
    );
    const publish = document.getElementById("publish"), row = { seen: state.publish };
    publish.replaceChildren();
    if (state.publish && state.boards.length && !missing) {
      const waits = phone.entries.some((one) => one.state !== REFUSED);
      if (!waits) publish.append(phone.button(words.publish, () => deputy.send("publish-results", "publish-results", "", row, deputy.inRound(words.publish))));
      publish.append(...phone.notes(deputy.seen(row)));
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
  phone.redraw = deputy.draw;
  phone.hear = (found) => deputy.show(found);
  document.getElementById("find").addEventListener("input", deputy.draw);
  document.getElementById("only").addEventListener("change", deputy.draw);
  deputy.keep();
  phone.keepLooking(async () => deputy.show(await phone.get(deputy.url("state"))), 3);
});
