// Requests to the studio's server.

// The name of this page; the server keeps separate processes for each page.
const SESSION = crypto.randomUUID();

// The content type of a bundle.
const BYTES = "application/octet-stream";

const HEADERS = {"content-type": "application/json"};

/** @param {string} name @param {object} body @param {RequestInit} options */
function send(name, body, options) {
  const text = JSON.stringify({...body, session: SESSION});
  return fetch(name, {method: "POST", headers: HEADERS, body: text, ...options});
}

// Send a request to the server and return its answer; the answer to a refused request has an
// `error`.
/**
 * @template {keyof Answers} Name
 * @param {Name} name @param {object} body @param {RequestInit} options
 * @returns {Promise<AnswerTo<Name>>}
 */
export async function ask(name, body = {}, options = {}) {
  return /** @type {AnswerTo<Name>} */ (await answerOf(name, body, options));
}

/** @param {string} name @param {object} body @param {RequestInit} options */
async function answerOf(name, body, options) {
  try {
    const response = await send(name, body, options), {status, headers} = response;
    if (headers.get("content-type") === BYTES)
      return {status, bytes: new Uint8Array(await response.arrayBuffer())};
    return {status, ...await response.json()};
  } catch {
    const error = "The studio’s server has ended. Your level is still here: download it.";
    return {status: 0, error, line: null};
  }
}

// Yield the records of an answer that arrives line by line. If the server ends, stop without an
// error.
/**
 * @param {string} name @param {object} body @param {AbortSignal} signal
 * @returns {AsyncGenerator<SearchRecord, void>}
 */
export async function* records(name, body, signal) {
  /** @type {ReadableStreamDefaultReader<string> | undefined} */
  let reader;
  try {
    const {body: stream} = await send(name, body, {signal});
    if (!stream) return;
    reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line);
    }
  } catch { /* the request was cancelled, or the server has ended: other requests say so */
  } finally {
    reader?.cancel().catch(() => {});  // the caller may have stopped early
  }
}
