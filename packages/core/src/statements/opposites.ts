import type { StatementParts } from './analyse-statement.ts'
import type { Verdict } from './verdict.types.ts'

/** Opposite words, by which alone one may deny what another says. */
const PREDICATES = [
  ['open', 'closed'],
  ['always', 'never'],
  ['on', 'off'],
  ['enabled', 'disabled'],
  ['allowed', 'forbidden'],
  ['public', 'private'],
]
/** Opposite words of what is meant: the other side, the other time. */
const OTHERS = [
  ['north', 'south', 'east', 'west'],
  ['day', 'night'],
  ['must', 'need not'],
  ['before', 'after'],
  ['first', 'last'],
  ['read', 'write'],
  ['up', 'down'],
  ['left', 'right'],
  ['in', 'out'],
  ['internal', 'external'],
  ['staging', 'production'],
]

const ARTICLES = /\b(?:a|an|the)\b/g

const plain = ({ text }: StatementParts): string =>
  ` ${text
    .toLowerCase()
    .replace(/\b(?:needn't|(?:does|do)(?: not|n't) need)\b/g, 'need not')
    .replace(ARTICLES, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

const said = (text: string, line: readonly string[]): string[] =>
  line.filter((word) => text.includes(` ${word} `))

/** What each of two says of one line, where they say different words of it. */
const apart = (
  [left, right]: readonly [string, string],
  line: readonly string[],
): [string, string] | undefined => {
  const [mine, theirs] = [said(left, line), said(right, line)]
  const [one, other] = [mine[0], theirs[0]]
  if (one === undefined || other === undefined) return undefined
  return mine.some((word) => theirs.includes(word)) ? undefined : [one, other]
}

/** Whether one says the opposite word of what the other says: they are not the same, however alike they are. */
const saysOpposite = (a: StatementParts, b: StatementParts): boolean => {
  const texts = [plain(a), plain(b)] as const
  return [...PREDICATES, ...OTHERS].some((line) => apart(texts, line) !== undefined)
}

/** "Berth 3 is open in winter", "Berth 3 is closed in winter": all else is the same, and both cannot hold. */
const deniesByOpposite = (a: StatementParts, b: StatementParts): boolean => {
  const texts = [plain(a), plain(b)] as const
  return PREDICATES.some((line) => {
    const words = apart(texts, line)
    if (words === undefined) return false
    const [left, right] = texts.map((text, at) => text.replace(` ${words[at]} `, ' … '))
    return left === right
  })
}

/** What opposite words part is never the same; where they alone do, both cannot hold, and a person says which does. */
export const byOpposites = (verdict: Verdict, a: StatementParts, b: StatementParts): Verdict => {
  if (deniesByOpposite(a, b))
    return {
      relation: 'contradicts',
      confidence: Math.max(verdict.confidence, 0.5),
      reason: 'the same is said of the same, and the opposite',
    }
  return verdict.relation === 'duplicates' && saysOpposite(a, b)
    ? { ...verdict, relation: 'unsure', reason: 'alike, but for opposite words' }
    : verdict
}
