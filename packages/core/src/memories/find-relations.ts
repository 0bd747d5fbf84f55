import type { LivingMemory } from '@teamlore/db'
import type { MemorySlots } from '@teamlore/shared/memories'
import { analyseStatement } from './relate/analyse-statement.ts'
import { type Corpus, corpusOf, type Terms, termsOf, weightOf } from './relate/corpus.ts'
import { relateStatements } from './relate/relate-statements.ts'
import type { Verdict } from './relate/verdict.types.ts'
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

/** Statements whose terms are kept: whoever compares one with all of a project soon compares the next. */
const MAX_KEPT = 10_000
const kept = new Map<string, Terms>()

const keptTermsOf = (statement: string): Terms => {
  const terms = kept.get(statement) ?? termsOf(statement)
  // Once more at the end, so that the one that was not asked for longest goes first.
  kept.delete(statement)
  kept.set(statement, terms)
  const [oldest] = kept.size > MAX_KEPT ? kept.keys() : []
  if (oldest !== undefined) kept.delete(oldest)
  return terms
}

export const corpusOfMemories = (living: readonly LivingMemory[], statement: string): Corpus =>
  corpusOf([...living.map((memory) => memory.statement), statement], keptTermsOf)

/** How a statement stands to those that hold, surest first; what has nothing to do with it is left out. */
export const findRelations = (incoming: Incoming, living: readonly LivingMemory[]): Related[] => {
  const corpus = corpusOfMemories(living, incoming.statement)
  return nearest(incoming, living, corpus)
    .map((memory) => relate(incoming, memory, corpus))
    .filter(({ relation }) => relation !== 'independent')
    .sort((a, b) => b.confidence - a.confidence)
}

/**
 * Those nearest to what comes in. Taking a statement apart costs much more than looking for its terms, and no statement is nearer than
 * by all terms it shares: so it is done for as many only as can be among them.
 */
export const nearest = (
  incoming: Incoming,
  living: readonly LivingMemory[],
  corpus: Corpus,
): LivingMemory[] => {
  const own = analyseStatement(incoming.statement, corpus)
  const terms = [...own.terms, ...own.names, ...own.denied]
  const subject = (memory: LivingMemory) =>
    isSameSubject(incoming.slots, memory.slots) ? SAME_SUBJECT : 0
  const byBound = living
    .map((memory, index) => ({
      ...{ memory, index },
      bound: sharedWeight(terms, keptTermsOf(memory.statement).terms, corpus) + subject(memory),
    }))
    .filter(({ bound }) => bound > 0)
    .sort((a, b) => b.bound - a.bound)
  const found: { memory: LivingMemory; index: number; near: number }[] = []
  for (const { memory, index, bound } of byBound) {
    const last = found[CANDIDATES - 1]
    if (last !== undefined && bound < last.near) break
    // Of those that are as near, the first ones count.
    if (last !== undefined && bound === last.near && index > last.index) continue
    const { terms: its, names } = analyseStatement(memory.statement, corpus)
    const near = sharedWeight(terms, new Set([...its, ...names]), corpus) + subject(memory)
    if (near === 0) continue
    found.push({ memory, index, near })
    found.sort((a, b) => b.near - a.near || a.index - b.index)
    found.splice(CANDIDATES)
  }
  return found.map(({ memory }) => memory)
}

const sharedWeight = (terms: readonly string[], its: ReadonlySet<string>, corpus: Corpus): number =>
  weightOf(
    corpus,
    terms.filter((term) => its.has(term)),
  )

const isSameSubject = (a: MemorySlots, b: MemorySlots): boolean =>
  a.subject !== null && b.subject !== null && wordsOf(a.subject) === wordsOf(b.subject)

const relate = (incoming: Incoming, memory: LivingMemory, corpus: Corpus): Related => {
  const since = Date.parse(memory.valid_from)
  const at = incoming.validFrom.getTime()
  const isIncomingOlder = at < since
  const [older, newer] = isIncomingOlder ? [incoming, memory] : [memory, incoming]
  const verdict = relateStatements({ older, newer, corpus, isOrdered: at !== since })
  return { ...verdict, memory, isIncomingOlder }
}
