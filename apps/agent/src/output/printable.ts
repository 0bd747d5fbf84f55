/**
 * Escape sequences that say where they end: colours and cursor moves (CSI), titles, links and the clipboard (OSC),
 * device strings. They are taken out whole, since what they carry was never meant to be read; but never beyond the line,
 * so that none of them can hide a passage.
 */
const SEQUENCES = new RegExp(
  [
    String.raw`(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]`,
    String.raw`(?:\u001b\]|\u009d)[^\u0007\n\r\u001b\u009c\u009d]*(?:\u0007|\u001b\\|\u009c)`,
    String.raw`(?:\u001b[PX^_]|[\u0090\u0098\u009e\u009f])[^\n\r\u001b\u0090\u0098\u009c\u009e\u009f]*(?:\u001b\\|\u009c)`,
  ].join('|'),
  'g',
)

/**
 * Characters a terminal obeys instead of showing, and those that reorder or hide text: controls, bidirectional overrides
 * and isolates, invisible operators, tags. Joiners stay: emoji and several scripts are written with them.
 */
const OBEYED =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}\p{Cs}]/gu

const escaped = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
}

/**
 * One line of foreign text as a terminal may have it: whole escape sequences are taken out, and what is left of control
 * characters is shown as `\u001b`. Line ends become spaces and a tab four of them.
 */
export const printable = (text: string): string =>
  text
    .replace(SEQUENCES, '')
    .replace(/\t/g, '    ')
    .replace(/\r\n|[\n\r\u2028\u2029]/g, ' ')
    .replace(OBEYED, escaped)

/** Foreign text of several lines. A lone carriage return starts a line too: it must not write over what was said. */
export const printableLines = (text: string): string[] =>
  text
    .replace(SEQUENCES, '')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => printable(line))

/** Makes JSON safe to look at: what a terminal would obey becomes the escape that means the same. */
export const printableJson = (json: string): string =>
  json.replace(OBEYED, (character) =>
    character === '\n'
      ? character
      : Array.from(
          { length: character.length },
          (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
        ).join(''),
  )
