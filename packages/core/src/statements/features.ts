import { areOfOneFamily, type StatementParts } from './analyse-statement.ts'
import { type Corpus, weightOf } from './corpus.ts'
import { ANTONYMS, CHANGE, NEGATION, TWO_SIDED } from './lexicon.ts'
import { areComparable, type Quantity } from './quantities.ts'
import { stem } from './words.ts'

/** What two statements share and where they part, each as a number. */
export type Features = Readonly<Record<string, number>>

const flag = (value: boolean): number => (value ? 1 : 0)
export const hasTerm = (a: StatementParts, term: string): boolean =>
  a.terms.has(term) || a.names.has(term)

/** A name that only one of them has is its value, not its subject. */
const isValue = (a: StatementParts, b: StatementParts, term: string): boolean =>
  a.names.has(term) !== b.names.has(term) && !(a.terms.has(term) && b.terms.has(term))

/** The first part of a statement, and those that speak of what the other one does. */
const touching = (x: StatementParts, y: StatementParts): StatementParts['segments'] =>
  x.segments.filter(
    (segment, at) => at === 0 || [...segment.terms].some((term) => y.terms.has(term)),
  )

const nearTerms = (x: StatementParts, y: StatementParts): Set<string> =>
  new Set(
    touching(x, y)
      .flatMap(({ terms }) => [...terms])
      .filter((term) => !isValue(x, y, term)),
  )

/** How much of what one is about the other is about, too. */
const coverage = (x: StatementParts, y: StatementParts, corpus: Corpus): number => {
  const near = nearTerms(x, y)
  const shared = weightOf(
    corpus,
    [...near].filter((term) => hasTerm(y, term)),
  )
  const rest = [...x.terms].filter(
    (term) => !near.has(term) && !isValue(x, y, term) && !hasTerm(y, term),
  )
  const whole = weightOf(corpus, near) + 0.15 * weightOf(corpus, rest)
  return whole === 0 ? 0 : shared / whole
}

const restOf = (x: StatementParts, y: StatementParts): number =>
  Math.min(3, [...nearTerms(x, y)].filter((term) => !hasTerm(y, term)).length) / 3

const saysSide = (x: StatementParts, side: readonly string[]): boolean =>
  side.some((word) => x.words.has(word) || x.terms.has(stem(word)))

/** They say opposite words of one pair. */
const isFlipped = (a: StatementParts, b: StatementParts): boolean =>
  ANTONYMS.some(([left, right]) => {
    const [aLeft, aRight] = [saysSide(a, left), saysSide(a, right)]
    const [bLeft, bRight] = [saysSide(b, left), saysSide(b, right)]
    return (aLeft && bRight && !aRight) || (aRight && bLeft && !bRight && !aLeft)
  })

const isWord = (term: string | undefined): term is string =>
  term !== undefined && !/^\d/.test(term) && !CHANGE.has(term) && !NEGATION.has(term)

const neighbour = (x: StatementParts, term: string, step: 1 | -1): string | undefined => {
  const word = x.order[x.order.indexOf(term) + step]
  return isWord(word) ? word : undefined
}

type Pair = { a: StatementParts; b: StatementParts; shared: readonly string[] }

/** Shared nouns with another word beside them on each side: "cart service" and "wishlist service" are siblings. */
const siblings = ({ a, b, shared }: Pair, step: 1 | -1, isFamilyKept: boolean): number =>
  shared.filter((term) => {
    const [left, right] = [neighbour(a, term, step), neighbour(b, term, step)]
    if (left === undefined || right === undefined || left === right) return false
    if (hasTerm(b, left) || hasTerm(a, right)) return false
    return isFamilyKept || !areOfOneFamily(left, right)
  }).length

/** How far the first words of one, its subject, stand in what the other decides. */
const subjectShare = (x: StatementParts, y: StatementParts): number => {
  const first = x.order
    .filter(isWord)
    .slice(0, 2)
    .filter(
      (term) => !(x.names.has(term) && [...y.names].some((name) => areOfOneFamily(name, term))),
    )
  return first.length === 0
    ? 1
    : first.filter((term) => y.mainTerms.has(term)).length / first.length
}

const valuesOf = (x: StatementParts): string[] => [...x.names].filter((name) => !x.denied.has(name))

const onlyIn = (x: StatementParts, y: StatementParts): string[] =>
  valuesOf(x).filter(
    (name) => !valuesOf(y).includes(name) && !(y.terms.has(name) && !y.names.has(name)),
  )

const numbersOf = (a: StatementParts, b: StatementParts) => {
  const ofB = [...b.main, ...touching(b, a).flatMap(({ quantities }) => quantities)]
  const ofA = a.main.length > 0 ? a.main : a.quantities
  const near = ofA.flatMap((left): [Quantity, Quantity][] =>
    ofB.filter((right) => areComparable(left, right)).map((right) => [left, right]),
  )
  const same = near.filter(([left, right]) => left.value === right.value).length
  return {
    numberConflict: flag(near.length > same),
    numberSame: flag(same > 0),
    numberApart: flag(a.quantities.length > 0 && ofB.length > 0 && near.length === 0),
  }
}

const namesOf = (a: StatementParts, b: StatementParts) => {
  const [onlyA, onlyB] = [onlyIn(a, b), onlyIn(b, a)]
  const still = valuesOf(a).filter((name) => valuesOf(b).includes(name))
  const meets = (left: readonly string[]) =>
    left.some((one) => onlyB.some((other) => areOfOneFamily(one, other)))
  const [family, familyBoth] = [meets(onlyA), meets(still)]
  const surplus = Math.min(
    onlyA.filter((name) => a.mainTerms.has(name)).length,
    onlyB.filter((name) => b.mainTerms.has(name)).length,
  )
  return {
    onlyB,
    family: flag(family),
    familyBoth: flag(familyBoth),
    surplus: Math.max(0, surplus - 1),
    nameConflict: flag(onlyA.length > 0 && onlyB.length > 0 && !family),
    nameOnlyB: flag(onlyB.length > 0 && onlyA.length === 0),
    nameOnlyA: flag(onlyA.length > 0 && onlyB.length === 0),
  }
}

const deniedOf = (a: StatementParts, b: StatementParts) => {
  const denied = [...b.denied]
  const says = (term: string) => a.quantities.some(({ raw }) => raw.startsWith(term))
  return {
    deniedValue: flag(denied.some((term) => valuesOf(a).includes(term) || says(term))),
    deniedTerm: flag(denied.some((term) => a.terms.has(term) && !a.names.has(term))),
    deniedElse: flag(
      denied.some(
        (term) => !hasTerm(a, term) && (b.names.has(term) || /^\d/.test(term)) && !says(term),
      ),
    ),
  }
}

const scopesOf = (a: StatementParts, b: StatementParts) => ({
  scopeClash: flag(
    [...a.scopes].some(([dimension, left]) => {
      const right = b.scopes.get(dimension)
      return right !== undefined && ![...left].some((word) => right.has(word))
    }),
  ),
  scopeAdded: flag([...b.scopes.keys()].some((dimension) => !a.scopes.has(dimension))),
  scopeLost: flag([...a.scopes.keys()].some((dimension) => !b.scopes.has(dimension))),
  scoped: flag(b.isScoped),
})

const everything = (x: StatementParts): Set<string> =>
  new Set([...x.terms, ...x.quantities.map(({ value, dim }) => `${value}${dim}`)])

const overlap = (a: StatementParts, b: StatementParts, corpus: Corpus): number => {
  const [left, right] = [everything(a), everything(b)]
  const both = weightOf(
    corpus,
    [...left].filter((term) => right.has(term)),
  )
  return both / (weightOf(corpus, new Set([...left, ...right])) || 1)
}

/** `a` is the older one where an order in time is known. */
export const featuresOf = (a: StatementParts, b: StatementParts, corpus: Corpus): Features => {
  const shared = [...a.terms].filter((term) => b.terms.has(term))
  const numbers = numbersOf(a, b)
  const { onlyB, ...names } = namesOf(a, b)
  const denied = deniedOf(a, b)
  const { numberConflict } = numbers
  const pair = { a, b, shared }
  const sibling = siblings(pair, -1, numberConflict > 0)
  const siblingAfter = siblings(pair, 1, false)
  const [coverA, coverB] = [coverage(a, b, corpus), coverage(b, a, corpus)]
  const [restA, restB] = [restOf(a, b), restOf(b, a)]
  const [subjectA, subjectB] = [subjectShare(a, b), subjectShare(b, a)]
  const cover = Math.min(coverA, coverB)
  const change = Math.min(b.change, 2) / 2
  const isNegated =
    a.negations % 2 !== b.negations % 2 && !(TWO_SIDED.test(a.text) || TWO_SIDED.test(b.text))
  const differs = flag(numberConflict + names.family + names.familyBoth + denied.deniedValue > 0)
  const isNumberOfAnother = numberConflict > 0 && names.family === 0 && denied.deniedValue === 0
  return {
    bias: 1,
    coverA,
    coverB,
    cover,
    shared: Math.min(shared.length, 4) / 4,
    mass: Math.min(weightOf(corpus, shared) / 15, 1),
    jaccard: overlap(a, b, corpus),
    ...numbers,
    ...names,
    ...denied,
    ...scopesOf(a, b),
    restA,
    restB,
    restBoth: restA * restB,
    flips: isFlipped(a, b) ? cover : 0,
    negationFlip: isNegated ? cover : 0,
    change,
    changeCover: change * coverB,
    sibling: Math.min(sibling, 2),
    siblingAfter: Math.min(siblingAfter, 2),
    numberName: flag(isNumberOfAnother && onlyB.some((name) => b.mainTerms.has(name))),
    siblingNumber: numberConflict * Math.min(sibling + siblingAfter, 2),
    subjectA,
    subjectB,
    subjects: subjectA * subjectB,
    differsCoverB: differs * coverB,
    differsCoverA: differs * coverA,
    differsSubject: differs * subjectA * subjectB,
    deniedCover: denied.deniedValue > 0 ? coverB : 0,
    equal: numbers.numberSame > 0 && numberConflict === 0 ? cover : 0,
  }
}
