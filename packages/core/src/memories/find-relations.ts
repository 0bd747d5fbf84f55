import type { LivingMemory } from '@teamlore/db'
import type { MemorySlots } from '@teamlore/shared/memories'
import { analyseStatement, type StatementParts } from '../statements/analyse-statement.ts'
import { changeBetween } from '../statements/change-between.ts'
import { type Corpus, corpusOf, weightOf } from '../statements/corpus.ts'
import { relateStatements } from '../statements/relate-statements.ts'
import { readSaid } from '../statements/said.ts'
import { compareSlots } from '../statements/slots.ts'
import type { Verdict } from '../statements/verdict.types.ts'
import { wordsOf } from './same-words.ts'

export type Incoming = { statement: string; slots: MemorySlots; validFrom: Date }

export type Related = Verdict & {
  memory: LivingMemory
  /** The one that comes in is the older one: it was said later and held before. */
  isIncomingOlder: boolean
}

/** A memory of the same subject is compared first, however tersely it is worded. */
const SAME_SUBJECT = 1e6

/** So many that share the rarest words are compared. */
const CANDIDATES = 20

export const corpusOfMemories = (living: readonly LivingMemory[], statement: string): Corpus =>
  corpusOf([...living.map((memory) => memory.statement), statement])

/** How a statement stands to those that hold, surest first; what has nothing to do with it is left out. */
export const findRelations = (incoming: Incoming, living: readonly LivingMemory[]): Related[] => {
  const corpus = corpusOfMemories(living, incoming.statement)
  const own = analyseStatement(incoming.statement, corpus)
  return living
    .map((memory) => ({
      memory,
      near:
        nearness(own, analyseStatement(memory.statement, corpus), corpus) +
        (isSameSubject(incoming.slots, memory.slots) ? SAME_SUBJECT : 0),
    }))
    .filter(({ near }) => near > 0)
    .sort((a, b) => b.near - a.near)
    .slice(0, CANDIDATES)
    .map(({ memory }) => relate(incoming, memory, corpus))
    .filter(({ relation }) => relation !== 'independent')
    .sort((a, b) => b.confidence - a.confidence)
}

/** `quay-uploads-a`, `anchor.example.com`, `src/quay.ts`: what is compared letter by letter. */
const NAME = /[\p{L}\p{N}]+(?:[-_./@:][\p{L}\p{N}]+)+/gu

/** The words are the same, and one name in them is another. */
const differInOneName = (older: string, newer: string): boolean => {
  const [mine, theirs] = [older, newer].map((text) => text.match(NAME) ?? [])
  const [a, b] = [older, newer].map((text) => wordsOf(text.replace(NAME, ' name ')))
  return a === b && (mine ?? []).filter((name, at) => name !== theirs?.[at]).length === 1
}

const isSameSubject = (a: MemorySlots, b: MemorySlots): boolean =>
  a.subject !== null && b.subject !== null && wordsOf(a.subject) === wordsOf(b.subject)

const nearness = (a: StatementParts, b: StatementParts, corpus: Corpus): number =>
  weightOf(
    corpus,
    [...a.terms, ...a.names, ...a.denied].filter((term) => b.terms.has(term) || b.names.has(term)),
  )

const relate = (incoming: Incoming, memory: LivingMemory, corpus: Corpus): Related => {
  const since = Date.parse(memory.valid_from)
  const at = incoming.validFrom.getTime()
  const isIncomingOlder = at < since
  const [older, newer] = isIncomingOlder ? [incoming, memory] : [memory, incoming]
  const isOrdered = at !== since
  const verdict = relateStatements({ older, newer, corpus, isOrdered })
  const hasSlots = compareSlots(older.slots, newer.slots) !== null
  const change = hasSlots ? undefined : changeIn(verdict, { older, newer, corpus })
  return { ...(change ?? verdict), memory, isIncomingOlder }
}

type Stated = { statement: string }

/**
 * What rules of whole statements see no relation in may be a change all the same: near words for the same, another value that is a
 * name, a rule and its opposite. That is for a person to say: nothing is retired by it.
 */
const changeIn = (
  { relation }: Verdict,
  pair: { older: Stated; newer: Stated; corpus: Corpus },
): Verdict | undefined => {
  if (relation === 'duplicates')
    return differInOneName(pair.older.statement, pair.newer.statement)
      ? { relation: 'unsure', confidence: 0.5, reason: 'the same of another name' }
      : undefined
  if (relation !== 'independent' && relation !== 'unsure') return undefined
  const [older, newer] = [readSaid(pair.older.statement), readSaid(pair.newer.statement)]
  const change = changeBetween(older, newer, pair.corpus)
  if (change === undefined || change.evidence < 0) return undefined
  const confidence = Math.round(100 / (1 + Math.exp(-change.evidence))) / 100
  if (change.kind === 'opposed')
    return { relation: 'contradicts', confidence, reason: 'one forbids what the other asks for' }
  return relation === 'unsure'
    ? undefined
    : { relation: 'unsure', confidence, reason: 'the same in near words, with another value' }
}
