import type { Finding } from './redaction.types.ts'

const LABEL = '(?:(?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V\\d)'
const BEGIN = new RegExp(`-----BEGIN ${LABEL}-----`, 'g')
const END = new RegExp(`-----END ${LABEL}-----`, 'g')
/** Base64 lines, their line ends (real or escaped) and the headers of old key files. */
const BODY =
  /(?:(?:\\[rn]|\s|"|'|\+|,){0,40}(?:[A-Za-z0-9+/=]{16,200}|(?:Proc-Type|DEK-Info|Version|Comment): ?[^\n\\]{0,100}|=[A-Za-z0-9+/]{4})){1,400}/y

/** No key is longer: an RSA key of 16,384 bits has some 13,000 characters. */
const LONGEST = 20_000

/**
 * Finds private keys in PEM and PGP armour, also when a cut text ends inside one. A BEGIN line that only is talked about
 * is none.
 */
export const findPrivateKeys = (text: string): Finding[] => {
  const begins = [...text.matchAll(BEGIN)]
  const ends = [...text.matchAll(END)]
  const found: Finding[] = []
  let taken = 0
  let nextEnd = 0
  for (const [index, begin] of begins.entries()) {
    if (begin.index < taken) continue
    const from = begin.index + begin[0].length
    while ((ends[nextEnd]?.index ?? Number.POSITIVE_INFINITY) < from) nextEnd++
    const until = endOfKey(text, from, ends[nextEnd], begins[index + 1]?.index)
    if (until === from) continue
    found.push({ start: begin.index, end: until, rule: 'private-key' })
    taken = until
  }
  return [...found, ...tailsOf(text, ends, found)]
}

/** What stands in front of an END line whose BEGIN line was cut off, as by `tail`. */
const tailsOf = (text: string, ends: RegExpExecArray[], whole: readonly Finding[]): Finding[] => {
  const tails: Finding[] = []
  let next = 0
  let before = 0
  for (const end of ends) {
    while ((whole[next]?.end ?? text.length) < end.index) before = whole[next++]?.end ?? before
    const until = end.index + end[0].length
    if ((whole[next]?.start ?? text.length) > end.index) {
      const start = startOfTail(text, Math.max(before, end.index - LONGEST), end.index)
      if (start < end.index) tails.push({ start, end: until, rule: 'private-key' })
    }
    before = until
  }
  return tails
}

const WORD = /[^\s\\"'`,]{1,400}/g
/** Behind a line's number, its file or the name of a variable. */
const LINE_OF_KEY = /[A-Za-z0-9+/]{40,200}={0,2}$/
const LAST_LINE_OF_KEY = /^[^A-Za-z0-9]?[\w./:→|+-]{0,160}={0,2}$/

/** Escapes of line ends, numbers of lines and signs of a diff stand apart from them. */
const APART = /^(?:[nrt]|[+-]|(?:[\w./-]{1,120}:)?\d{1,6}[:→|-]?)$/

const startOfTail = (text: string, from: number, until: number): number => {
  const words = [...text.slice(from, until).matchAll(WORD)].reverse()
  let start = until
  let others = 0
  for (const { 0: word, index } of words) {
    const line = LINE_OF_KEY.exec(word)
    if (line !== null) start = from + index + line.index + leading(text, from + index, line[0])
    else if (!APART.test(word) && ++others > 1) break
    else if (!LAST_LINE_OF_KEY.test(word)) break
  }
  return start
}

/** The sign of a diff and the letter of an escape are no part of a line: the lines of a key are of fours. */
const leading = (text: string, at: number, line: string): number =>
  line.length % 4 === 1 && (/^[+-]/.test(line) || /\\[nrt]$/.test(text.slice(at - 1, at + 1)))
    ? 1
    : 0

const endOfKey = (
  text: string,
  from: number,
  end: RegExpExecArray | undefined,
  nextBegin: number | undefined,
): number => {
  const closed =
    end !== undefined && end.index - from <= LONGEST && end.index < (nextBegin ?? text.length)
  if (closed) return end.index + end[0].length
  BODY.lastIndex = from
  const body = BODY.exec(text)
  return body === null ? from : from + body[0].length
}
