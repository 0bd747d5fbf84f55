import type { LivingMemory } from '@teamlore/db'
import type { MemorySlots } from '@teamlore/shared/memories'
import { analyseStatement, type StatementParts } from '../statements/analyse-statement.ts'
import { type Corpus, corpusOf, weightOf } from '../statements/corpus.ts'
import { deniedTerms } from '../statements/denied-terms.ts'
import { areComparable, type Quantity } from '../statements/quantities.ts'
import { stem, tokenise } from '../statements/words.ts'

type Said = { statement: string; slots: MemorySlots }
type Candidate = Pick<LivingMemory, 'id' | 'statement' | 'valid_from'> & { reason: string }

export type Dependant = { id: Candidate['id']; reason: string }

/**
 * Which memories rest on one that gave its place to another: a reason of theirs names what it was about, and the value that is not
 * so any more. Somebody has to give a reason: who only names both rests on nothing.
 */
export const findDependants = (
  { older, newer }: { older: Said; newer: Said },
  living: readonly Candidate[],
): Dependant[] => {
  const corpus = corpusOf([
    ...living.map(({ statement, reason }) => `${statement} ${reason}`),
    ...[older.statement, newer.statement],
  ])
  const gone = goneOf(older, newer, corpus)
  if (gone.values.size + gone.quantities.length === 0 || gone.subject.size === 0) return []
  return living.flatMap(({ id, statement, reason }): Dependant[] => {
    const because = reasonsIn(statement, reason).find((said) => names(said, gone, corpus))
    if (because === undefined) return []
    const whole = analyseStatement(`${statement} ${reason}`, corpus)
    if (!isAbout(whole, gone, corpus)) return []
    return [{ id, reason: `its reason names ${gone.named}` }]
  })
}

type Gone = {
  /** Names that the older one gave and the newer one does not. */
  values: ReadonlySet<string>
  quantities: readonly Quantity[]
  /** What it was about. */
  subject: ReadonlySet<string>
  named: string
}

const goneOf = (older: Said, newer: Said, corpus: Corpus): Gone => {
  const [a, b] = [older, newer].map(({ statement }) => analyseStatement(statement, corpus)) as [
    StatementParts,
    StatementParts,
  ]
  const held = (term: string) => b.terms.has(term) && !b.denied.has(term)
  const ofSlot = new Set(tokenise(older.slots.value ?? '').map(({ term }) => term))
  const values = new Set(
    [...a.names, ...[...ofSlot].filter((term) => !/^\d/.test(term))].filter(
      (term) => !a.denied.has(term) && !held(term),
    ),
  )
  const quantities = a.quantities.filter(
    (one) => !b.quantities.some((other) => areComparable(one, other) && one.value === other.value),
  )
  const subject = new Set([...a.terms].filter((term) => !values.has(term) && !timeWords.has(term)))
  const written = tokenise(older.statement).filter(({ term }) => values.has(term))
  const named = [...new Set([...written, ...quantities].map(({ raw }) => raw))]
    .slice(0, 3)
    .join(', ')
  return { values, quantities, subject, named }
}

/** Words of time alone say nothing of which thing is meant. */
const timeWords = new Set(['second', 'minute', 'hour', 'day', 'now', 'since'].map(stem))

const CUE =
  /\b(?:because|since|as(?! (?:well|soon|long|much|many|a\b|the table))|so that|so|due to|given that|which is (?:why|fine)|therefore|relies on|rely on|depends? on|assumes?|built on|thanks to|for the sake of)\b/i

/** Sentences that say why something is so: a reason that was given as one, and sentences in which a word says that one follows. */
const reasonsIn = (statement: string, reason: string): string[] => [
  ...(reason.trim() === '' ? [] : [reason]),
  ...statement.split(/(?<=[.!?])\s+/).filter((sentence) => CUE.test(sentence)),
]

const names = (text: string, { values, quantities }: Gone, corpus: Corpus): boolean => {
  const said = analyseStatement(text, corpus)
  const denied = new Set([...said.denied, ...deniedTerms(text)])
  return (
    [...values].some((term) => said.terms.has(term) && !denied.has(term)) ||
    quantities.some((one) =>
      said.quantities.some((other) => areComparable(one, other) && one.value === other.value),
    )
  )
}

/** So much of what the older one was about must be named, by words or by how rare they are. */
const COVERED = 0.5

const isAbout = (said: StatementParts, { subject }: Gone, corpus: Corpus): boolean => {
  const shared = [...subject].filter((term) => said.terms.has(term))
  if (shared.length === 0) return false
  const isHalf = shared.length >= COVERED * subject.size
  return isHalf || weightOf(corpus, shared) >= COVERED * weightOf(corpus, subject)
}
