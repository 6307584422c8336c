// Numbers with nouns: "1 move", "2 moves".

/** @param {number} number @param {string} noun */
export function count(number, noun) {
  const plural = /[sx]$/.test(noun) ? `${noun}es` : `${noun}s`;
  return `${number.toLocaleString("en")} ${number === 1 ? noun : plural}`;
}
