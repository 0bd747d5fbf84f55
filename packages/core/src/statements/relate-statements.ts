import { type MemorySlots, NO_SLOTS } from '@teamlore/shared/memories'
import { analyseStatement, type StatementParts } from './analyse-statement.ts'
import type { Corpus } from './corpus.ts'
import { type Features, featuresOf, hasTerm } from './features.ts'
import { areDistinguished, areOfOneFrame } from './frames.ts'
import { nameOtherThings } from './labels.ts'
import { predict, type Weights } from './model.ts'
import { isOnlyReason } from './only-reason.ts'
import { byOpposites } from './opposites.ts'
import { areComparable } from './quantities.ts'
import { compareSlots, namesReplaced } from './slots.ts'
import type { Relation, Verdict } from './verdict.types.ts'
import { WEIGHTS } from './weights.ts'

export type Compared = { statement: string; slots?: MemorySlots }

type Comparison = {
  older: Compared
  newer: Compared
  corpus: Corpus
  isOrdered: boolean
  weights?: Weights
}

/**
 * How a statement stands to an older one. What retires it must be said: the older value is denied, or another value of the same
 * sort is given for a subject that both cover whole. Whatever else may be a change is `unsure`, and both live on.
 */
export const relateStatements = ({
  older,
  newer,
  corpus,
  isOrdered,
  weights = WEIGHTS,
}: Comparison): Verdict => {
  const relation = bySlots(older.slots ?? NO_SLOTS, newer.slots ?? NO_SLOTS, isOrdered)
  if (relation !== undefined) return relation
  const a = analyseStatement(older.statement, corpus)
  const b = analyseStatement(newer.statement, corpus)
  return relateParts({ a, b, corpus, isOrdered, weights })
}

const bySlots = (
  older: MemorySlots,
  newer: MemorySlots,
  isOrdered: boolean,
): Verdict | undefined => {
  const relation = compareSlots(older, newer)
  const change = isOrdered ? 'supersedes' : 'contradicts'
  switch (relation) {
    case 'supersedes': {
      const reason = namesReplaced(older, newer)
        ? 'it names the value it replaces'
        : 'same subject and attribute, another value'
      return { relation: change, confidence: 0.95, reason }
    }
    case 'duplicates':
      return {
        relation: 'duplicates',
        confidence: 0.95,
        reason: 'same subject, attribute and value',
      }
    case 'amends':
      return { relation: 'amends', confidence: 0.9, reason: 'the same in a narrower scope' }
    case 'other':
      return {
        relation: 'independent',
        confidence: 0.9,
        reason: 'another subject, attribute or scope',
      }
    case null:
      return undefined
  }
}

type Parts = {
  a: StatementParts
  b: StatementParts
  corpus: Corpus
  isOrdered: boolean
  weights: Weights
}
type View = { features: Features; conflict: number; duplicate: number }

const STRONG = { supersede: 0.7, contradict: 0.45, duplicate: 0.6, unsure: 0.3 }

const look = ({ a, b, corpus, weights }: Omit<Parts, 'isOrdered'>): View => {
  const features = featuresOf(a, b, corpus)
  const p = predict(
    weights,
    weights.features.map((name) => features[name] ?? 0),
  )
  const of = (label: string) => p[weights.labels.indexOf(label)] ?? 0
  return { features, conflict: of('conflict'), duplicate: of('duplicate') }
}

const ONLY_REASON = 'it only gives the older value as a reason'

export const relateParts = (parts: Parts): Verdict => {
  const { a, b } = parts
  const verdict = judge(parts)
  const { relation } = verdict
  const retires = relation === 'supersedes' || relation === 'contradicts'
  if (relation !== 'independent' && nameOtherThings(a, b))
    return { ...verdict, relation: 'independent', reason: 'the same of another thing of its kind' }
  if (retires && isOnlyReason(a, b))
    return { ...verdict, relation: 'independent', reason: ONLY_REASON }
  return retires || relation === 'amends' ? verdict : byOpposites(verdict, a, b)
}

const judge = (parts: Parts): Verdict => {
  const { a, b, isOrdered } = parts
  const view = look(parts)
  const other = isOrdered ? view : look({ ...parts, a: b, b: a })
  const { features, conflict, duplicate } = other.conflict > view.conflict ? other : view
  const explained = (relation: Relation, confidence: number, reason: string): Verdict => ({
    relation,
    confidence: Math.round(confidence * 100) / 100,
    reason: `${reason}; shared: ${[...a.terms]
      .filter((term) => b.terms.has(term))
      .slice(0, 4)
      .join(', ')}`,
  })
  if (areOfOneFrame(a, b) && of(features, 'scopeClash') + of(features, 'scopeAdded') === 0)
    return explained(
      isOrdered ? 'supersedes' : 'contradicts',
      Math.max(conflict, 0.75),
      'the same is said of the same, with another value',
    )
  const isChange = conflict >= STRONG.unsure && conflict >= duplicate
  const isSaid = isSaidChange(parts, features)
  if (isChange || isSaid) {
    if (of(features, 'scopeClash') > 0)
      return explained('independent', 1 - conflict, 'another scope')
    return ofChange({ a, b, features, conflict, isOrdered, isSaid }, explained)
  }
  if (duplicate >= STRONG.duplicate && isSameThroughout(a, b, features))
    return explained('duplicates', duplicate, 'says the same')
  if (duplicate >= STRONG.unsure) return explained('unsure', duplicate, 'may say the same')
  return explained('independent', 1 - Math.max(conflict, duplicate), 'another subject')
}

const of = (features: Features, name: string): number => features[name] ?? 0

type Explained = (relation: Relation, confidence: number, reason: string) => Verdict
type Change = {
  a: StatementParts
  b: StatementParts
  features: Features
  conflict: number
  isOrdered: boolean
  /** It is said in so many words. */
  isSaid: boolean
}

const ofChange = (
  { a, b, features, conflict, isOrdered, isSaid }: Change,
  explained: Explained,
): Verdict => {
  const isAnnounced = isSameSort(features) && of(features, 'change') > 0
  const strong = isOrdered && !isAnnounced ? STRONG.supersede : STRONG.contradict
  if (!isSaid && isDoubtful(a, b, features))
    return explained('unsure', Math.min(conflict, 0.44), 'perhaps of another subject')
  if (!isSaid && conflict < strong)
    return explained('unsure', conflict, 'may replace the older one')
  if (!isOrdered)
    return explained('contradicts', Math.max(conflict, 0.5), 'same subject, no order in time')
  if (isNarrower(features)) return explained('amends', conflict, 'in a narrower scope')
  if (hasStandingRest(a, b))
    return explained('amends', conflict, 'replaces a part, the rest stands')
  const isDenied = deniesOlder(features)
  const isWhole = isSameSort(features) && isOfSameSubject(features)
  if (isSaid || isDenied || isWhole || isAnnounced)
    return explained(
      'supersedes',
      Math.max(conflict, 0.7),
      isDenied ? 'the older value is denied' : 'same subject, another value',
    )
  return explained('unsure', conflict, 'may replace the older one')
}

const DENIALS = ['deniedValue', 'flips', 'negationFlip']
const SUBJECTS = ['subjectA', 'subjectB']

const isOfSameSubject = (features: Features): boolean =>
  SUBJECTS.every((name) => of(features, name) >= 1)

/** A denial names what it denies; of a mere "not" it must be certain that both speak of the same. */
const deniesOlder = (features: Features): boolean =>
  of(features, 'deniedValue') > 0 ||
  (isOfSameSubject(features) &&
    of(features, 'sibling') === 0 &&
    DENIALS.some((name) => of(features, name) > 0))

/** Two numbers of one unit, or two products of one family. */
const isSameSort = (features: Features): boolean =>
  of(features, 'numberConflict') + of(features, 'family') + of(features, 'familyBoth') > 0

/** "We replaced X with Y", "X is now called Y": where X is what the older one is about, nothing has to be guessed. */
const isSaidChange = ({ a, b }: Pick<Parts, 'a' | 'b'>, features: Features): boolean => {
  if (of(features, 'deniedValue') === 0 || of(features, 'scopeClash') > 0) return false
  if (/\brenamed?\b|\bnow called\b/i.test(b.text)) return true
  const denied = [...a.names].filter((name) => b.denied.has(name) && !a.denied.has(name))
  const isOnlyName = denied.length === 1 && a.names.size === 1
  return isOnlyName && of(features, 'family') > 0 && b.change > 0
}

const NUMBER = /\d[\d.]*\d|\d/g

/** "Rule 3 allows 20 MB", "Rule 4 allows 30 MB": the same words with more than one other number are two things. */
const areOfOneSeries = (a: StatementParts, b: StatementParts): boolean => {
  const [mine, theirs] = [a.text.match(NUMBER) ?? [], b.text.match(NUMBER) ?? []]
  const isSameForm = a.text.replace(NUMBER, '#') === b.text.replace(NUMBER, '#')
  return isSameForm && mine.filter((number, at) => number !== theirs[at]).length > 1
}

const isDoubtful = (a: StatementParts, b: StatementParts, features: Features): boolean => {
  const isDenied = of(features, 'deniedValue') > 0
  const isReplaced = isDenied && of(features, 'family') > 0
  const shared = [...a.terms].filter((term) => hasTerm(b, term))
  const beyond = shared.filter((term) => !(b.denied.has(term) && a.names.has(term)))
  const isThin = shared.length < (isReplaced ? 1 : 2) || beyond.length < 1
  return (
    isThin ||
    areOfOneSeries(a, b) ||
    (!isDenied && areDistinguished(a, b)) ||
    of(features, 'sibling') > 1 ||
    (of(features, 'surplus') > 0 && !isReplaced) ||
    (!isDenied && isOfAnother(features))
  )
}

/** By its neighbours it is the number of something else, or neither begins with what the other is about. */
const isOfAnother = (features: Features): boolean => {
  const isPartly = SUBJECTS.every((name) => of(features, name) < 1)
  const isApart = SUBJECTS.every((name) => of(features, name) === 0)
  return (
    of(features, 'numberName') > 0 ||
    (of(features, 'siblingNumber') > 0 && isPartly) ||
    (isApart && of(features, 'coverB') < 0.8)
  )
}

const isNarrower = (features: Features): boolean =>
  of(features, 'scopeAdded') + of(features, 'scoped') > 0 && of(features, 'deniedValue') === 0

/** Whether a number or a clause of the older one stands untouched by the newer one. */
const hasStandingRest = (a: StatementParts, b: StatementParts): boolean => {
  const said = b.main.length > 0 ? b.main : b.quantities
  const free = [...a.main]
  for (const quantity of said) {
    const at = free.findIndex((one) => areComparable(one, quantity))
    if (at >= 0) free.splice(at, 1)
  }
  if (free.length === a.main.length) return false
  if (free.some(({ raw }) => !b.text.includes(raw))) return true
  const clauses = a.segments.filter(
    ({ hasVerb, terms, quantities }) => hasVerb && terms.size >= 2 && quantities.length === 0,
  )
  return (
    a.segments.length > 1 &&
    clauses.some(({ terms }) => ![...terms].some((term) => hasTerm(b, term) || a.denied.has(term)))
  )
}

/** A bare number, such as a port, has no unit to be compared by; that there is another one says enough. */
const namesNewNumber = (a: StatementParts, b: StatementParts): boolean => {
  const numbersOf = ({ text }: StatementParts) => new Set(text.match(NUMBER) ?? [])
  const known = numbersOf(a)
  return known.size > 0 && [...numbersOf(b)].some((number) => !known.has(number))
}

const isSameThroughout = (a: StatementParts, b: StatementParts, features: Features): boolean => {
  const isOpposed =
    /\b(?:instead of|rather than|over)\b/.test(a.text + b.text) &&
    ([...b.denied].some((term) => a.terms.has(term) && !a.denied.has(term)) ||
      [...a.denied].some((term) => b.terms.has(term) && !b.denied.has(term)))
  const parts = ['numberConflict', 'scopeClash', 'flips', 'negationFlip']
  return !isOpposed && !namesNewNumber(a, b) && parts.every((name) => of(features, name) === 0)
}
