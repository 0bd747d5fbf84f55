import type { Finding } from './redaction.types.ts'

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g
const END = /-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g
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
  return found
}

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
