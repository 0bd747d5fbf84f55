import type { Rule } from './redaction.types.ts'

/** What stands at a place of a text: the rules to try there, in the order of the table. */
export type Visit = (rule: number, at: number) => void

/** Its characters as numbers: comparing strings of one and of two bytes at one place is a quarter slower for all of them. */
type Anchor = {
  text: string
  codes: Uint16Array
  fourth: number
  ignoresCase: boolean
  rules: number[]
}
/** Anchors that begin alike, and a bit for each character with which they may go on, and for each that may follow on that. */
type Bucket = { anchors: Anchor[]; next: number; second: number }

/** Three characters, five bits of each: a letter has the same bits in both cases. */
const BITS = 5
/** The bit by which a letter and its capital differ. */
const CASE = 32
/** An anchor of three characters goes on with anything. */
const ANY = -1
const MASK = (1 << (3 * BITS)) - 1
const SHORT = (1 << BITS) - 1

/**
 * Finds the anchors of all rules in one walk over a text, without a regular expression: three characters at a time are looked
 * up in a table of 64 KiB, and only where that says so, anchors are compared.
 */
export const createAnchorFinder = (rules: readonly Rule[]) => {
  const table = new Uint16Array(MASK + 1)
  const buckets: Bucket[] = [{ anchors: [], next: 0, second: 0 }]
  for (const anchor of anchorsOf(rules))
    for (const hash of hashesOf(anchor.text)) {
      if (table[hash] === 0) table[hash] = buckets.push({ anchors: [], next: 0, second: 0 }) - 1
      const bucket = buckets[table[hash] as number] as Bucket
      bucket.anchors.push(anchor)
      bucket.next |= bitOf(anchor.text, 3)
      bucket.second |= bitOf(anchor.text, 4)
    }

  return (text: string, visit: Visit): void => {
    for (let at = nextAt(table, text, 0); at >= 0; at = nextAt(table, text, at + 1))
      compare(buckets[table[hashAt(text, at)] as number] as Bucket, text, at, visit)
  }
}

const codeAt = (text: string, at: number): number => text.charCodeAt(at) & SHORT
const hashAt = (text: string, at: number): number =>
  (codeAt(text, at) << (2 * BITS)) | (codeAt(text, at + 1) << BITS) | codeAt(text, at + 2)

/**
 * Where an anchor may stand next. A loop of its own: the engine compiles it well, whatever is done with what it finds.
 */
const nextAt = (table: Uint16Array, text: string, from: number): number => {
  const end = text.length
  if (from + 2 >= end) return -1
  let hash = (codeAt(text, from) << BITS) | codeAt(text, from + 1)
  for (let i = from + 2; i < end; i++) {
    hash = ((hash << BITS) | codeAt(text, i)) & MASK
    if (table[hash] !== 0) return i - 2
  }
  return -1
}

/** What is no longer may go on with anything, or end the text. */
const bitOf = (anchor: string, place: number): number =>
  anchor.length <= place ? -1 : 1 << (anchor.charCodeAt(place) & SHORT)

/** Each anchor once, with all the rules that share it. */
const anchorsOf = (rules: readonly Rule[]): Anchor[] => {
  const anchors = new Map<string, Anchor>()
  for (const [index, { anchors: texts, ignoresCase = false }] of rules.entries())
    for (const text of texts) {
      const known = anchors.get(`${ignoresCase} ${text}`)
      if (known === undefined)
        anchors.set(`${ignoresCase} ${text}`, {
          text,
          codes: Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)),
          fourth: text.length > 3 ? text.charCodeAt(3) | CASE : ANY,
          ignoresCase,
          rules: [index],
        })
      else known.rules.push(index)
    }
  return [...anchors.values()]
}

const compare = (bucket: Bucket, text: string, at: number, visit: Visit): void => {
  const { anchors, next, second } = bucket
  if (((next >>> shortCodeAt(text, at + 3)) & 1) === 0) return
  if (((second >>> shortCodeAt(text, at + 4)) & 1) === 0) return
  // Settles most of them before their characters are compared one by one.
  const fourth = at + 3 < text.length ? text.charCodeAt(at + 3) | CASE : 0
  for (let i = 0; i < anchors.length; i++) {
    const anchor = anchors[i] as Anchor
    if (anchor.fourth !== fourth && anchor.fourth !== ANY) continue
    if (stands(anchor, text, at)) for (const rule of anchor.rules) visit(rule, at)
  }
}

/** Nothing is asked for behind the end: the engine compiles a function that did so once into slower code. */
const shortCodeAt = (text: string, at: number): number =>
  at < text.length ? text.charCodeAt(at) & SHORT : 0

/** From behind: the first three characters are alike already. */
const stands = ({ codes, ignoresCase }: Anchor, text: string, at: number): boolean => {
  if (at + codes.length > text.length) return false
  for (let i = codes.length - 1; i >= 0; i--) {
    const code = text.charCodeAt(at + i)
    const isCapital = ignoresCase && code >= 65 && code <= 90
    if ((isCapital ? code | 32 : code) !== codes[i]) return false
  }
  return true
}

/** All the looks that the first three characters of an anchor may have; one of two characters may go on with anything. */
const hashesOf = (anchor: string): number[] => {
  const [a = 0, b = 0, c] = [...anchor].map((character) => character.charCodeAt(0) & SHORT)
  const head = (a << (2 * BITS)) | (b << BITS)
  return c === undefined ? Array.from({ length: SHORT + 1 }, (_, last) => head | last) : [head | c]
}
