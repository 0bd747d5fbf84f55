import { mainOf, wordsIn } from './main-clause.ts'
import { isFiniteVerb, isModal, isPast } from './verb-places.ts'
import { baseOf, baseOfParticiple, IS_NOUN_TOO, isParticiple } from './verbs.ts'
import {
  HAS,
  IS,
  isBetween,
  isDeterminer,
  MODAL,
  PARTICLES,
  PEOPLE,
  POINTING,
  skip,
} from './word-classes.ts'

/** The main clause of a statement, taken apart by its words. */
export type Clause = {
  /** What it speaks of; empty of an order. */
  subject: string[]
  verb: Verb
  /** What stands behind the verb, to the end of the clause. */
  rest: string[]
  /** Where it holds: "in staging", said before all else. */
  where: string
}

export type Verb =
  | { form: 'is' | 'has' }
  /** "is stored", "must be stored". */
  | { form: 'passive'; base: string; particle: string }
  | { form: 'active'; base: string }

/** An order, or what people do: "never call …", "we deploy …". */
const orderIn = (words: readonly string[]): Omit<Clause, 'where'> | undefined => {
  const isOfPeople = PEOPLE.has((words[0] ?? '').toLowerCase())
  const at = verbOfOrder(words, isOfPeople)
  const word = words[at] ?? ''
  const base = baseOf(word)
  if (base === undefined) return undefined
  // "Calls are made": a noun of the same letters, with a verb of its own behind it.
  if (!isOfPeople && (base !== word.toLowerCase() || isNoun(words, at) || hasOwnVerb(words, at)))
    return undefined
  return isWish(base) && words[at + 1] === 'to'
    ? orderIn(words.slice(at + 2))
    : { subject: [], verb: { form: 'active', base }, rest: words.slice(at + 1) }
}

const ORDERS = new Set(["don't", 'do', 'never', 'always', 'only', 'not', 'must'])

/** Where the verb is, behind "we", "never" and the like. */
const verbOfOrder = (words: readonly string[], isOfPeople: boolean): number => {
  const lower = (at: number) => (words[at] ?? '').toLowerCase()
  let at = isOfPeople ? 1 : 0
  if (ORDERS.has(lower(at))) at += 1
  at = skip(words, at)
  return isOfPeople && (MODAL.has(lower(at)) || IS.has(lower(at))) ? skip(words, at + 1) : at
}

/** "We decided to keep …": about what was decided. */
const isWish = (base: string): boolean =>
  ['decide', 'choose', 'want', 'prefer', 'need'].includes(base)

/** "Rate limit", "Push messages", "Sync sends": what may be a noun is one before another, and before a verb. */
const isNoun = (words: readonly string[], at: number): boolean => {
  const next = words[at + 1] ?? ''
  if (words.slice(at + 1, at + 8).some((_, n) => isFiniteVerb(words, at + 1 + n))) return true
  return (
    IS_NOUN_TOO.has((words[at] ?? '').toLowerCase()) &&
    /^[a-z]+$/.test(next) &&
    !isDeterminer(next) &&
    !['on', 'in', 'at', 'with', 'from', 'to', 'only', 'before', 'after', 'for'].includes(next)
  )
}

const hasOwnVerb = (words: readonly string[], at: number): boolean => {
  const near = words.slice(at + 1, at + 7).map((word) => word.toLowerCase())
  const verb = near.findIndex((word) => IS.has(word) || HAS.has(word) || MODAL.has(word))
  // "Set the flag that is …" goes on from its object.
  return (
    verb >= 0 &&
    !near
      .slice(0, verb + 1)
      .some((word) => ['that', 'which', 'what', 'the', 'a', 'an'].includes(word))
  )
}

/** Says of what is named first what it is, has or does. */
const saidIn = (words: readonly string[]): Omit<Clause, 'where'> | undefined => {
  for (let at = 1; at < Math.min(words.length, 14); at++) {
    const word = (words[at] ?? '').toLowerCase()
    const subject = words
      .slice(0, at)
      .filter((one) => one === 'by' || one === 'to' || !isBetween(one))
    if (IS.has(word)) return { subject, ...afterIs(words, at) }
    if (HAS.has(word) && words[at + 1] !== 'to')
      return { subject, verb: { form: 'has' }, rest: words.slice(skip(words, at + 1)) }
    if (isModal(words, at)) return { subject, ...afterModal(words, at) }
    const base = baseOf(words[at] ?? '')
    if (base !== undefined && (isFiniteVerb(words, at) || isPast(words, at)))
      return { subject, verb: { form: 'active', base }, rest: words.slice(at + 1) }
  }
  return undefined
}

const afterIs = (words: readonly string[], at: number): Pick<Clause, 'verb' | 'rest'> => {
  const next = skip(words, at + 1)
  const word = words[next] ?? ''
  return isParticiple(word)
    ? { verb: passive(words, next), rest: words.slice(next + 1) }
    : { verb: { form: 'is' }, rest: words.slice(next) }
}

const passive = (words: readonly string[], at: number): Verb => {
  const next = words[at + 1] ?? ''
  const particle = PARTICLES.has(next) && next !== 'on' ? next : ''
  return { form: 'passive', base: baseOfParticiple(words[at] ?? ''), particle }
}

const afterModal = (words: readonly string[], at: number): Pick<Clause, 'verb' | 'rest'> => {
  const next = skip(words, at + 1)
  const word = words[next] ?? ''
  const isPassive = words.slice(at + 1, next).some((one) => /^be(?:en)?$/i.test(one))
  if (isPassive)
    return isParticiple(word)
      ? { verb: passive(words, next), rest: words.slice(next + 1) }
      : { verb: { form: 'is' }, rest: words.slice(next) }
  if (word === 'have') return { verb: { form: 'has' }, rest: words.slice(skip(words, next + 1)) }
  return /^[a-z]+$/.test(word)
    ? { verb: { form: 'active', base: baseOf(word) ?? word }, rest: words.slice(next + 1) }
    : { verb: { form: 'is' }, rest: words.slice(next) }
}

/** Undefined where the words do not show what is said of what. */
export const clauseOf = (statement: string): Clause | undefined => {
  const { text, where } = mainOf(statement)
  const words = wordsIn(text)
  const clause = orderIn(words) ?? saidIn(words)
  if (clause === undefined) return undefined
  const [first = ''] = clause.subject
  const isThere = first.toLowerCase() === 'there' && clause.verb.form === 'is'
  if (isThere) return { ...clause, subject: clause.rest, rest: [], where }
  const isPointing =
    POINTING.has(first.toLowerCase()) && (clause.subject.length === 1 || /thing$/i.test(first))
  if (isPointing && PEOPLE.has(first.toLowerCase()) && clause.verb.form === 'has')
    return { ...clause, subject: clause.rest, rest: [], where }
  return isPointing ? undefined : { ...clause, where }
}
