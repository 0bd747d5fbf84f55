import type { Rule } from './redaction.types.ts'

/** What stands at a place of a text: the rules to try there, in the order of the table. */
export type Visit = (rule: number, at: number) => void

type Anchor = { text: string; ignoresCase: boolean; rules: number[] }
/** Anchors that begin alike, and a bit for each character with which they may go on. */
type Bucket = { anchors: Anchor[]; next: number }

/** Three characters, five bits of each: a letter has the same bits in both cases. */
const BITS = 5
const MASK = (1 << (3 * BITS)) - 1
const SHORT = (1 << BITS) - 1

/**
 * Finds the anchors of all rules in one walk over a text, without a regular expression: three characters at a time are looked
 * up in a table of 64 KiB, and only where that says so, anchors are compared.
 */
export const createAnchorFinder = (rules: readonly Rule[]) => {
  const table = new Uint16Array(MASK + 1)
  const buckets: Bucket[] = [{ anchors: [], next: 0 }]
  for (const anchor of anchorsOf(rules))
    for (const hash of hashesOf(anchor.text)) {
      if (table[hash] === 0) table[hash] = buckets.push({ anchors: [], next: 0 }) - 1
      const bucket = buckets[table[hash] as number] as Bucket
      bucket.anchors.push(anchor)
      bucket.next |= bitOf(anchor.text)
    }

  return (text: string, visit: Visit): void => {
    let hash = 0
    const end = text.length
    for (let i = 0; i < end; i++) {
      hash = ((hash << BITS) | (text.charCodeAt(i) & SHORT)) & MASK
      const bucket = table[hash] as number
      if (bucket !== 0 && i > 1) compare(buckets[bucket] as Bucket, text, i - 2, visit)
    }
  }
}

/** What is no longer than three characters may go on with anything, or end the text. */
const bitOf = (anchor: string): number =>
  anchor.length < 4 ? -1 : 1 << (anchor.charCodeAt(3) & SHORT)

/** Each anchor once, with all the rules that share it. */
const anchorsOf = (rules: readonly Rule[]): Anchor[] => {
  const anchors = new Map<string, Anchor>()
  for (const [index, { anchors: texts, ignoresCase = false }] of rules.entries())
    for (const text of texts) {
      const known = anchors.get(`${ignoresCase} ${text}`)
      if (known === undefined)
        anchors.set(`${ignoresCase} ${text}`, { text, ignoresCase, rules: [index] })
      else known.rules.push(index)
    }
  return [...anchors.values()]
}

const compare = ({ anchors, next }: Bucket, text: string, at: number, visit: Visit): void => {
  if (((next >>> (text.charCodeAt(at + 3) & SHORT)) & 1) === 0) return
  for (const anchor of anchors)
    if (stands(anchor, text, at)) for (const rule of anchor.rules) visit(rule, at)
}

/** From behind: the first three characters are alike already. */
const stands = ({ text: anchor, ignoresCase }: Anchor, text: string, at: number): boolean => {
  for (let i = anchor.length - 1; i >= 0; i--) {
    const code = text.charCodeAt(at + i)
    const isCapital = ignoresCase && code >= 65 && code <= 90
    if ((isCapital ? code | 32 : code) !== anchor.charCodeAt(i)) return false
  }
  return true
}

/** All the looks that the first three characters of an anchor may have; one of two characters may go on with anything. */
const hashesOf = (anchor: string): number[] => {
  const [a = 0, b = 0, c] = [...anchor].map((character) => character.charCodeAt(0) & SHORT)
  const head = (a << (2 * BITS)) | (b << BITS)
  return c === undefined ? Array.from({ length: SHORT + 1 }, (_, last) => head | last) : [head | c]
}
