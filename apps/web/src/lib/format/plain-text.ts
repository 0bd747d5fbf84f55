/**
 * Text of sessions is written by strangers: web pages, tools, other people. React escapes markup; what is left are
 * characters that look like nothing or turn the reading direction, so that a line reads other than it is.
 */

/** Direction overrides and isolates: they let `exe.png` be shown for `gnp.exe` (U+061C, U+202A–202E, U+2066–2069). */
const DIRECTION = /[\u061c\u202a-\u202e\u2066-\u2069]/gu
/** Characters without any shape. Joiners (U+200C, U+200D) stay: scripts and emoji are built with them. */
const SHAPELESS = /[\u00ad\u180e\u200b\u200e\u200f\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to take out
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g
const TERMINAL_CODES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes of terminals begin with ESC
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g

/** What somebody typed or pasted, without characters that nobody can see and no text may hold. */
export const withoutControls = (text: string): string => text.replace(CONTROL, ' ')

const nameOf = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

/** One line for titles, names and paths: no line breaks, nothing shapeless, direction tricks spelled out. */
export const plainLine = (text: string): string =>
  text
    .replace(TERMINAL_CODES, '')
    .replace(SHAPELESS, '')
    .replace(DIRECTION, nameOf)
    .replace(CONTROL, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Text of several lines (code, output): layout stays, terminal colours go, direction tricks are spelled out. */
export const plainText = (text: string): string =>
  text
    .replace(TERMINAL_CODES, '')
    .replace(/\r\n?/g, '\n')
    .replace(DIRECTION, nameOf)
    .replace(CONTROL, '')

/** Cuts at a limit, on a whole character, and says so with an ellipsis. */
export const shorten = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit - 1)
  // Half of a surrogate pair would be drawn as a broken character.
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

/** Shortens a path in the middle, so that its file name stays readable. */
export const shortPath = (path: string, limit: number): string => {
  const line = plainLine(path)
  if (line.length <= limit) return line
  const name = line.slice(line.lastIndexOf('/') + 1)
  const room = limit - name.length - 2
  return room < 4 ? `…/${shorten(name, limit - 2)}` : `${line.slice(0, room)}…/${name}`
}
