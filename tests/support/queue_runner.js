// Runs the queue of phones and tablets (queue.js, as it is) for the model test, without a browser.
// Lines of JSON come in and go out: {device, do, ...} is answered by {done}; in between {post} asks for an answer.
"use strict";

const fs = require("node:fs");
const vm = require("node:vm");
const readline = require("node:readline");

const makeQueue = vm.runInThisContext(`${fs.readFileSync(process.argv[2], "utf8")}\nmakeQueue`);
const devices = new Map();
const lines = readline.createInterface({ input: process.stdin });
const arrived = [], hungry = [];
lines.on("line", (line) => { if (hungry.length) hungry.shift()(line); else arrived.push(line); });
const next = () => new Promise((resolve) => { if (arrived.length) resolve(arrived.shift()); else hungry.push(resolve); });
const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
let ids = 0;

// The storage of a device outlives its pages.
function start(name) {
  const known = devices.get(name) || { records: new Map(), time: 0 };
  const store = {
    all: async () => [...known.records.values()],
    change: async (work) => {
      const { put, remove } = work([...known.records.values()]);
      for (const id of remove) known.records.delete(id);
      for (const one of put) known.records.set(one.id, structuredClone(one));
    },
  };
  const post = async (entry) => {
    say({ post: { url: entry.url, body: known.queue.body(entry) } });
    const answer = JSON.parse(await next());
    if (answer.lost) throw new Error("no answer");
    return answer;
  };
  known.queue = makeQueue(store, post, () => known.time, () => `entry-${name}-${ids += 1}`);
  devices.set(name, known);
  return known;
}

async function main() {
  for (;;) {
    const asked = JSON.parse(await next());
    if (asked.do === "forget") { devices.clear(); say({ done: null }); continue; }
    const known = devices.get(asked.device) || start(asked.device);
    known.time = asked.time ?? known.time;
    let done = null;
    if (asked.do === "restart") start(asked.device);
    else if (asked.do === "add") await known.queue.add(asked.entry);
    else if (asked.do === "send") done = await known.queue.send(asked.role, async () => {});
    else if (asked.do === "all") done = await known.queue.all(asked.role);
    say({ done });
  }
}
lines.on("close", () => process.exit(0));
main();
