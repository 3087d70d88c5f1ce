// The engine: Python and crivello in a thread of their own, so that the page never stops.
// Messages in: {id, request}, or {language} at the start. Out: {progress}, {ready}, {id, reply}.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const fetchFile = self.fetch;
let loaded = 0;
let total = 1;

// Every file is counted while it arrives, for the progress bar.
function countArrivals(sizes) {
  total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  self.fetch = async (address, options) => {
    const answer = await fetchFile(address, options);
    const name = new URL(address.url ?? address, self.location.href).pathname.split("/").pop();
    if (!(name in sizes) || !answer.body) return answer;
    const counter = new TransformStream({
      transform(part, out) {
        loaded += part.byteLength;
        postMessage({ progress: Math.min(90, Math.round((90 * loaded) / total)) });
        out.enqueue(part);
      },
    });
    return new Response(answer.body.pipeThrough(counter), { status: answer.status, headers: answer.headers });
  };
}

let answer;

async function start(language, sizes) {
  countArrivals(sizes);
  const archive = self.fetch(new URL("./crivello.tar.gz", import.meta.url)).then((found) => found.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  python.unpackArchive(await archive, "gztar", { extractDir: "/crivello" });
  postMessage({ progress: 95 });
  python.globals.set("language", language);
  answer = python.runPython(`
import sys
sys.path.insert(0, "/crivello")
from crivello.static_page.page_session import PageSession
PageSession(language).answer
`);
  postMessage({ ready: true });
}

self.onmessage = async ({ data }) => {
  if ("language" in data) {
    try {
      await start(data.language, data.sizes);
    } catch (error) {
      postMessage({ failed: String(error) });
    }
    return;
  }
  try {
    postMessage({ id: data.id, reply: JSON.parse(answer(JSON.stringify(data.request))) });
  } catch (error) {
    postMessage({ id: data.id, crashed: String(error) });
  }
};
