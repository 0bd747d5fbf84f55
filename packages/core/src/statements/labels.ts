import { areOfOneFamily, type StatementParts } from './analyse-statement.ts'
import { STOP, UNIT } from './lexicon.ts'
import { stem } from './words.ts'

/** Where what a statement is about ends. */
const VERBS = new Set(
  `is are was were be been has have had does do did must may can cannot could will would shall should might never always not need needs use uses used run runs
allow allows take takes get gets keep keeps go goes come comes make makes want wants put puts let lets`.split(
    /\s+/,
  ),
)
const PERSONS = new Set(['we', 'you', 'i', 'they', 'it', 'he', 'she', 'there'])

/** Of two words of one line the one names another thing than the other: "the north gate", "the south gate". */
const SIDES = [
  ['north', 'south', 'east', 'west'],
  ['day', 'night'],
  ['first', 'last'],
  ['up', 'down'],
  ['left', 'right'],
  ['internal', 'external'],
  ['public', 'private'],
  ['staging', 'production'],
]

type Labels = Map<string, Set<string>>

/** What distinguishes a thing from others of its kind: the number or letter behind its noun, or its side. */
const labelsOf = (text: string): Labels => {
  const labels: Labels = new Map()
  const subject = subjectOf(text.match(/[\p{L}\p{N}][\p{L}\p{N}._'-]*/gu) ?? [])
  for (const at of subject.keys())
    for (const [key, label] of [...sideAt(subject, at), ...numberAt(subject, at)])
      labels.set(key, (labels.get(key) ?? new Set()).add(label))
  return labels
}

type Label = [key: string, label: string]

const NUMBER_OR_LETTER = /^(?:\d{1,5}|[A-HJ-Z])$/

/** The words in front of the verb, and one behind them. */
const subjectOf = (words: readonly string[]): string[] => {
  const end = words.findIndex((word, at) => {
    const lower = word.toLowerCase()
    const isVerb = at > 1 && /ed$/.test(lower) && !NUMBER_OR_LETTER.test(word)
    return VERBS.has(lower) || isVerb || (at === 0 && PERSONS.has(lower))
  })
  return end < 0 ? [...words] : words.slice(0, end + 1)
}

const sideAt = (words: readonly string[], at: number): Label[] => {
  const word = words[at]?.toLowerCase() ?? ''
  const side = SIDES.findIndex((line) => line.includes(word))
  return side < 0 ? [] : [[`side ${side}`, word]]
}

const numberAt = (words: readonly string[], at: number): Label[] => {
  const word = words[at] ?? ''
  const before = words[at - 1]?.toLowerCase()
  if (!NUMBER_OR_LETTER.test(word) || before === undefined || !isNoun(before)) return []
  const next = words[at + 1]?.toLowerCase() ?? ''
  const isPlural = words.slice(0, at).some((one) => /[^su]s$/i.test(one))
  const isCount = UNIT.has(next) || (isPlural && /^\d/.test(word) && !VERBS.has(next))
  return isCount ? [] : [[stem(before), `${before} ${word.toLowerCase()}`]]
}

/** The number of a product is its version, and behind a word of grammar it counts something. */
const isNoun = (word: string): boolean => {
  const term = stem(word)
  return /^\p{L}/u.test(word) && !STOP.has(word) && !areOfOneFamily(term, term)
}

/**
 * "Berth 3 is closed", "Berth 4 is closed": the same is said of two things of one kind, and neither replaces the other, nor says the
 * same. A number behind the verb is a value: "Staging uses PostgreSQL 16". Where the newer one names the older thing, too, its words decide.
 */
export const nameOtherThings = (
  a: Pick<StatementParts, 'text'>,
  b: Pick<StatementParts, 'text'>,
): boolean => {
  const [mine, theirs] = [labelsOf(a.text), labelsOf(b.text)]
  return [...mine].some(([key, labels]) => {
    const others = theirs.get(key)
    if (others === undefined || [...labels].some((label) => others.has(label))) return false
    return ![...labels].some((label) => new RegExp(`\\b${label}\\b`, 'i').test(b.text))
  })
}
