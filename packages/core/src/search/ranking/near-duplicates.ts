import { isContained, statementsOf } from './statements.ts'

const SHINGLE_WORDS = 3
const MAX_WORDS = 300
/** Shared part of all shingles above which two texts say the same. */
const SAME = 0.85

const WORD = /[\p{L}\p{N}_]+/gu

/** FNV-1a of a word, without regard to case. Two words in four billion meet, which shifts nothing here. */
const hashOf = (word: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) {
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  }
  return hash
}

const wordsOf = (text: string): number[] => {
  const words: number[] = []
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    words.push(hashOf(word))
    if (words.length === MAX_WORDS) break
  }
  return words
}

/** Runs of three words, as hashes, which two texts share only where one repeats the other. */
export const shinglesOf = (text: string): Set<number> => {
  const words = wordsOf(text)
  const shingles = new Set<number>()
  if (words.length === 0) return shingles
  const last = Math.max(1, words.length - SHINGLE_WORDS + 1)
  for (let at = 0; at < last; at++) {
    let hash = 0
    for (let i = at; i < at + SHINGLE_WORDS; i++) hash = Math.imul(hash, 31) + (words[i] ?? 0)
    shingles.add(hash | 0)
  }
  return shingles
}

export const saySame = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean => {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  if (small.size === 0 || small.size < large.size * SAME) return false
  let shared = 0
  for (const shingle of small) if (large.has(shingle)) shared++
  return shared >= SAME * (a.size + b.size - shared)
}

/** In so short a text one number, "not" or sign is the point; longer ones that differ in it alone are versions of one. */
const SHORT_CHARS = 600
const DISTINCTIVE = /\d[\p{L}\p{N}.]*|\b(?:not|no|never|without|\w+n['’]t)\b|\?|!=|[<>=]+/giu

/** What must be the same for two short texts to say the same, however alike they are otherwise. */
const distinctiveOf = (text: string): string =>
  text.length > SHORT_CHARS ? '' : (text.match(DISTINCTIVE) ?? []).join(' ').toLowerCase()

type Statement = { text: string; shingles: ReadonlySet<number> }

/** Whether two texts say the same: a number, a "not" or a sign in which short ones differ is the point of them. */
export const sayOneThing = (a: Statement, b: Statement): boolean =>
  saySame(a.shingles, b.shingles) && distinctiveOf(a.text) === distinctiveOf(b.text)

export type Passage = {
  text: string
  session: string | null
  /** Made by us of what somebody said or did, so it repeats that. */
  isDistilled: boolean
  /** Begins with somebody's words and adds little: where those are found as well, they stand in its place. */
  quotesOthers?: boolean
}

type Read = Passage & { shingles: Set<number>; statements: Set<string>; distinctive: string }

const readPassage = (passage: Passage): Read => ({
  ...passage,
  shingles: shinglesOf(passage.text),
  statements: statementsOf(passage.text),
  distinctive: distinctiveOf(passage.text),
})

/**
 * Whether a text adds nothing to one that ranks better: it says the same, or its session said all of it there. What somebody said is
 * never hidden behind what was distilled of it.
 */
const addsNothing = (one: Read, better: Read): boolean =>
  (one.distinctive === better.distinctive && saySame(one.shingles, better.shingles)) ||
  (one.session !== null &&
    one.session === better.session &&
    (one.isDistilled || !better.isDistilled) &&
    isContained(one.statements, better.statements))

const isQuotedBy = (one: Read, better: Read | undefined): boolean =>
  better?.quotesOthers === true && one.quotesOthers !== true && one.session === better.session

/** Keeps the first of texts that say the same, `most` of them at most; what comes after those is not looked at. */
export const withoutNearDuplicates = <T>(
  items: readonly T[],
  passageOf: (item: T) => Passage,
  most = Number.POSITIVE_INFINITY,
): T[] => {
  const kept: T[] = []
  const known: Read[] = []
  for (const item of items) {
    if (kept.length >= most) break
    const one = readPassage(passageOf(item))
    const at = known.findIndex((better) => addsNothing(one, better))
    if (at >= 0) {
      if (!isQuotedBy(one, known[at])) continue
      kept[at] = item
      known[at] = one
      continue
    }
    kept.push(item)
    known.push(one)
  }
  return kept
}
