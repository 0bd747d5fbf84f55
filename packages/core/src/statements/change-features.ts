import { analyseStatement, type StatementParts } from './analyse-statement.ts'
import { type Corpus, idf } from './corpus.ts'
import { nameOtherThings } from './labels.ts'
import { areComparable, quantities } from './quantities.ts'
import { relateParts } from './relate-statements.ts'
import { findsAkin, isNamed, type Said } from './said.ts'
import { ALLOWS, FORBIDS } from './said-words.ts'
import type { Relation } from './verdict.types.ts'
import { WEIGHTS } from './weights.ts'

/** What two sayings share and where they part. */
export type ChangeFeatures = {
  /** Things the later one is about that the earlier one does not name, two at most, as a part of two. */
  foreign: number
  /** It is about something else in the place of what the earlier one is about: "urine samples", "blood samples". */
  exchanged: number
  /** How much of what the earlier one is about the later one names, by rarity. */
  subject: number
  /** It denies what the earlier one says of its subject. */
  deniedValue: number
  numbers: number
  narrow: number
  coverNewer: number
  coverOlder: number
  /** How much they share, by rarity. */
  mass: number
  /** One forbids what the other allows or asks for. */
  opposed: number
  /** What rules of whole statements see between them: the later one replaces the earlier one, or may. */
  replaces: number
  mayReplace: number
  /** A word by which people say that something changed, where the subject is the same. */
  sign: number
  /** The same of another thing of its kind, by its number or letter. */
  labels: number
}

/** So many shared words that nobody else says are enough. */
const ENOUGH = 4

/** Fewer texts show of no word that it is common. */
const LEAST_SIZE = 60

/** By rarity, from 0 to 1 for what is said nowhere else: so that a small project and a large one are weighed alike. */
const rarityIn = (known: Corpus) => {
  const corpus = { ...known, size: Math.max(known.size, LEAST_SIZE) }
  const most = idf({ ...corpus, frequency: new Map() }, '')
  return (terms: Iterable<string>): number =>
    [...terms].reduce((sum, term) => sum + Math.min(1, idf(corpus, term) / most), 0)
}

const part = (some: number, whole: number): number => (whole === 0 ? 0 : some / whole)

type Kept = { has: (term: string) => boolean; isNamed: (term: string) => boolean }

const kept = ({ terms }: Said): Kept => ({
  has: (term) => findsAkin(terms.keys(), term),
  isNamed: (term) => {
    const token = terms.get(term)
    return token !== undefined && isNamed(token)
  },
})

/** What the later one says is not so, of what the earlier one says: not the words that the earlier one denies as well. */
const deniedOf = (older: Said, newer: Said): string[] => {
  const { has } = kept(older)
  return [...newer.denied].filter((term) => has(term) && !findsAkin(older.denied, term))
}

/** Denied, and not what the earlier one is about but what it says of that. */
export const deniedValuesOf = (older: Said, newer: Said): string[] =>
  deniedOf(older, newer).filter((term) => !findsAkin(older.subject, term))

/** Far less is rare enough to be the name of one thing. */
const RARE = 0.6

/**
 * The value that the later one is known to take the place of stands in the earlier one, is no word that stands everywhere, and they share
 * another word: the same name stands in what has nothing to do with it as well.
 */
export const namesReplaced = (older: Said, newer: Said, corpus: Corpus): boolean => {
  const { has } = kept(older)
  const replaced = [...newer.replaced]
  const worth = rarityIn(corpus)
  return (
    replaced.every((term) => has(term) && !findsAkin(older.denied, term)) &&
    replaced.some((term) => worth([term]) >= RARE) &&
    [...newer.terms.keys()].some((term) => has(term) && !findsAkin(newer.replaced, term))
  )
}

/** Which words of their subjects they do not share. */
const subjectsOf = (older: Said, newer: Said) => {
  const [mine, theirs] = [kept(older), kept(newer)]
  const lost = [...older.subject].filter((term) => !theirs.has(term))
  // "Pushover is no more": about the value that is gone, and so about the same.
  const saysEnd = deniedValuesOf(older, newer).some((term) => findsAkin(newer.subject, term))
  if (saysEnd) return { lost, foreign: [] }
  const losesName = lost.some(mine.isNamed)
  const foreign = [...newer.subject].filter(
    (term) => !mine.has(term) && (losesName || !theirs.isNamed(term)),
  )
  return { lost, foreign }
}

const numbersDiffer = (older: Said, newer: Said): boolean => {
  const ofNewer = quantities(newer.text)
  const near = quantities(older.text).flatMap((a) =>
    ofNewer.filter((b) => areComparable(a, b)).map((b) => a.value !== b.value),
  )
  return near.length > 0 && near.every((differs) => differs)
}

const ruleOf = ({ text }: Said): 'forbids' | 'allows' | undefined => {
  if (FORBIDS.test(text)) return 'forbids'
  return ALLOWS.test(text) ? 'allows' : undefined
}

/** "Never call it from …", "it must be called from …". */
export const areOpposed = (older: Said, newer: Said): boolean => {
  const [mine, theirs] = [ruleOf(older), ruleOf(newer)]
  return mine !== undefined && theirs !== undefined && mine !== theirs
}

/** Statements are taken apart once for a corpus: each is compared with many. */
const taken = new WeakMap<Corpus, WeakMap<Said, StatementParts>>()

const partsOf = (said: Said, corpus: Corpus): StatementParts => {
  const known = taken.get(corpus) ?? new WeakMap<Said, StatementParts>()
  taken.set(corpus, known)
  const parts = known.get(said) ?? analyseStatement(said.text, corpus)
  known.set(said, parts)
  return parts
}

const relationOf = (older: Said, newer: Said, corpus: Corpus): Relation => {
  const [a, b] = [partsOf(older, corpus), partsOf(newer, corpus)]
  return relateParts({ a, b, corpus, isOrdered: true, weights: WEIGHTS }).relation
}

export const changeFeatures = (older: Said, newer: Said, corpus: Corpus): ChangeFeatures => {
  const worth = rarityIn(corpus)
  const { foreign, lost } = subjectsOf(older, newer)
  const [mine, theirs] = [kept(older), kept(newer)]
  const shared = [...newer.terms.keys()].filter(mine.has)
  const relation = shared.length === 0 ? 'independent' : relationOf(older, newer, corpus)
  return {
    foreign: Math.min(foreign.length, 2) / 2,
    exchanged: Number(foreign.length > 0 && lost.length > 0),
    subject: part(worth([...older.subject].filter(theirs.has)), worth(older.subject)),
    deniedValue: Number(deniedValuesOf(older, newer).length > 0),
    numbers: Number(numbersDiffer(older, newer)),
    narrow: Number(newer.isNarrow && !older.isNarrow),
    coverNewer: part(worth(shared), worth(newer.terms.keys())),
    coverOlder: part(worth([...older.terms.keys()].filter(theirs.has)), worth(older.terms.keys())),
    mass: Math.min(worth(shared) / ENOUGH, 1),
    opposed: Number(areOpposed(older, newer)),
    replaces: Number(relation === 'supersedes'),
    mayReplace: Number(relation === 'unsure'),
    sign: Number(newer.hasSign && foreign.length === 0),
    labels: Number(nameOtherThings(older, newer)),
  }
}
