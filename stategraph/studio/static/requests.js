// Requests to the studio's server.

// The name of this page; the server keeps separate processes for each page.
const SESSION = crypto.randomUUID();

// The content type of a bundle.
const BYTES = "application/octet-stream";

function send(name, body, options) {
  const text = JSON.stringify({...body, session: SESSION});
  return fetch(name, {method: "POST", headers: {"content-type": "application/json"}, body: text, ...options});
}

// Send a request to the server and return its answer; the answer to a refused request has an
// `error`.
export async function ask(name, body = {}, options = {}) {
  try {
    const response = await send(name, body, options), {status, headers} = response;
    if (headers.get("content-type") === BYTES) return {status, bytes: new Uint8Array(await response.arrayBuffer())};
    return {status, ...await response.json()};
  } catch {
    return {status: 0, error: "The studio’s server has ended. Your level is still here: download it.", line: null};
  }
}

// Yield the records of an answer that arrives line by line. If the server ends, stop without an
// error.
export async function* records(name, body, signal) {
  try {
    const response = await send(name, body, {signal});
    let rest = "";
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      for (const line of lines) yield JSON.parse(line);
    }
  } catch { /* the request was cancelled, or the server has ended: other requests say so */ }
}
