// The one-file page, which contains its bundle.

import {unpack} from "./bundle.js";
import {decoded} from "./deflated.js";
import {one} from "./dom.js";
import {Graph} from "./graph.js";
import {Page} from "./page.js";
import {StoredPlays} from "./plays_to_send.js";

try {
  const graph = new Graph(await unpack(decoded(one("bundle").textContent)));
  const plays = new StoredPlays(graph.head.hash), page = new Page(plays);
  const labels = await plays.received();
  if (labels) await page.open(graph, labels, 0);
  else await page.open(graph);
  window.stategraph = page;  // for experiments in the console
  document.body.dataset.ready = "yes";
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  one("status").textContent = `This page could not be read: ${reason}`;
  throw error;
}
