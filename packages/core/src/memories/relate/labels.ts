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

/** What tells a thing apart from others of its kind: the number or letter behind its noun, or its side. */
const labelsOf = (text: string): Labels => {
  const labels: Labels = new Map()
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}._'-]*/gu) ?? []
  const add = (key: string, label: string) =>
    labels.set(key, (labels.get(key) ?? new Set()).add(label))
  let isPlural = false
  for (const [at, word] of words.entries()) {
    const lower = word.toLowerCase()
    const before = words[at - 1]?.toLowerCase()
    if (VERBS.has(lower) || (at === 0 && PERSONS.has(lower))) break
    const side = SIDES.findIndex((line) => line.includes(lower))
    if (side >= 0) add(`side ${side}`, lower)
    if (/^(?:\d{1,5}|[A-HJ-Z])$/.test(word)) {
      const next = words[at + 1]?.toLowerCase() ?? ''
      const isCount = UNIT.has(next) || (isPlural && /^\d/.test(word) && !VERBS.has(next))
      if (before !== undefined && isNoun(before) && !isCount)
        add(stem(before), `${before} ${lower}`)
    } else if (at > 1 && /ed$/.test(lower)) break
    isPlural ||= /[^s]s$/.test(lower)
  }
  return labels
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
export const nameOtherThings = (a: StatementParts, b: StatementParts): boolean => {
  const [mine, theirs] = [labelsOf(a.text), labelsOf(b.text)]
  return [...mine].some(([key, labels]) => {
    const others = theirs.get(key)
    if (others === undefined || [...labels].some((label) => others.has(label))) return false
    return ![...labels].some((label) => new RegExp(`\\b${label}\\b`, 'i').test(b.text))
  })
}
