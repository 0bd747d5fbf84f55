import type { MemorySlots } from '@teamlore/shared/memories'
import { type Clause, clauseOf } from './clause.ts'
import { GIVEN_UP, gerundOf, hasNoun, nounOf } from './verbs.ts'
import { isDeterminer, lowerFirst } from './word-classes.ts'

/** Longer than this is no title any more. */
const MOST_CHARS = 80
/** A statement as short as this is its own title, where its words show no better one. */
const SHORT_STATEMENT = 100
const MOST_WORDS = 8

type About = { statement: string; slots?: Pick<MemorySlots, 'subject' | 'attribute'> }

/**
 * The topic of a statement as a colleague would ask for it: "Retry policy of the export job". By its slots where somebody took it
 * apart, else by what its main clause speaks of. It is never the beginning of a sentence that was cut; where the words show no topic,
 * it is the statement itself.
 */
export const topicOf = ({ statement, slots }: About): string => {
  const found = bySlots(slots) ?? byQuestion(statement) ?? byLabel(statement) ?? byClause(statement)
  return found ?? wholeOf(statement)
}

/** What somebody was asked, where the answer is the statement. */
const byQuestion = (statement: string): string | undefined =>
  /^Asked “([^”]{8,})\?”, the answer was “/.exec(statement)?.[1]

const bySlots = (slots: About['slots']): string | undefined => {
  const subject = slots?.subject?.trim()
  const attribute = slots?.attribute?.trim()
  if (!subject || !attribute) return undefined
  const mine = subject.toLowerCase()
  if (mine.includes(attribute.toLowerCase())) return fitting(upperFirst(subject))
  if (attribute.toLowerCase().includes(mine)) return fitting(upperFirst(attribute))
  return fitting(`${upperFirst(attribute)} of ${withArticle(subject.split(' '))}`)
}

/** "HarbourDesk: deploy on Node.js 22." */
const LABEL = /^([A-Z`][\w`. /-]{1,30}):\s+(\S.{8,})$/s

/** Says what sort of statement it is, and nothing of what it is about. */
const FORM_LABEL =
  /^(?:fix(?:ed)?|feature|bug|decision|problem|(?:root )?cause|warning|tip|rule|convention|gotcha|note|refactored|added|changed)$/i

const byLabel = (statement: string): string | undefined => {
  const [, label, rest] = LABEL.exec(statement.trim()) ?? []
  if (label === undefined || rest === undefined || label.split(' ').length > 3) return undefined
  if (FORM_LABEL.test(label)) return undefined
  const topic = byClause(rest)
  return (
    topic &&
    fitting(
      `${label}: ${lowerFirst(topic.split(' ')[0] ?? '')} ${topic.split(' ').slice(1).join(' ')}`,
    )
  )
}

const byClause = (statement: string): string | undefined => {
  const clause = clauseOf(statement)
  const words = clause && wordsOf(clause)
  if (clause === undefined || words === undefined || words.length === 0) return undefined
  const said = clause.where === '' ? words.join(' ') : `${words.join(' ')} ${clause.where}`
  const subject = named(clause.subject)?.join(' ') ?? ''
  return [said, words.join(' '), subject]
    .map((one) => fitting(upperFirst(one)))
    .find((one) => one !== undefined)
}

const wordsOf = ({ subject, verb, rest }: Clause): string[] | undefined => {
  switch (verb.form) {
    case 'is':
      return named(subject)
    case 'has':
      return has(subject, rest)
    case 'passive':
      return subject.length === 0 ? undefined : passive(subject, verb)
    case 'active':
      return active(subject, verb.base, rest)
  }
}

/** What is named says more than one plain word, or it is a name of its own. */
const named = (subject: readonly string[]): string[] | undefined => {
  const bare = withoutArticle(subject)
  const isNaming =
    bare.length > 1 || /[A-Z`_/.\d-]/.test((bare[0] ?? '').slice(1)) || /^`/.test(bare[0] ?? '')
  return isNaming ? bare : undefined
}

const UNIT =
  /^(?:[kmgt]?b|[kmg]hz|m?s|px|%|percent|seconds?|minutes?|hours?|days?|weeks?|months?|years?)$/i

const has = (subject: readonly string[], rest: readonly string[]): string[] | undefined => {
  const thing = withoutArticle(objectIn(rest))
  if (thing.length === 0) return undefined
  // A number belongs to what it counts, and is no part of its name.
  const name = thing.filter(
    (word, at) =>
      !/^\d/.test(word) &&
      !(/^\d/.test(thing[at - 1] ?? '') && UNIT.test(word)) &&
      !/^(?:no|of)$/i.test(word),
  )
  return name.length === 0 || subject.length === 0
    ? named(subject)
    : [...name, 'of', ...withArticle(subject).split(' ')]
}

const passive = (
  subject: readonly string[],
  { base, particle }: { base: string; particle: string },
): string[] => {
  const isDoing = /^[A-Z]?[a-z]+ing$/.test(subject[0] ?? '') && subject.length > 1
  // "Storing amounts as floats was tried": what was tried is the topic.
  if (isDoing && GIVEN_UP.has(base)) return [...subject]
  if (particle !== '' || GIVEN_UP.has(base))
    return [
      gerundOf(base),
      ...(particle === '' ? [] : [particle]),
      ...withArticle(subject).split(' '),
    ]
  return [nounOf(base), 'of', ...withArticle(subject).split(' ')]
}

const active = (
  subject: readonly string[],
  base: string,
  rest: readonly string[],
): string[] | undefined => {
  const object = objectIn(rest)
  if (subject.length === 0) return object.length === 0 ? undefined : [gerundOf(base), ...object]
  if (hasNoun(base)) return [nounOf(base), 'of', ...withArticle(subject).split(' ')]
  return [...withoutArticle(subject), gerundOf(base), ...object]
}

/** Words that nothing may end with. */
const DANGLING =
  /^(?:a|an|the|of|to|in|on|at|for|with|and|or|but|that|by|from|as|is|are|be|its|their|our|not|no|per|than|into|only|never|always|via|after|before|every|above|below|until|under|over)$/i

const objectIn = (rest: readonly string[]): string[] => {
  const kept = rest.slice(0, MOST_WORDS)
  // What is cut off ends before its last preposition, so that no phrase is halved.
  if (rest.length > MOST_WORDS) {
    const last = kept.findLastIndex((word) => DANGLING.test(word))
    if (last > 1) kept.length = last
  }
  while (kept.length > 0 && DANGLING.test(kept.at(-1) ?? '')) kept.pop()
  return kept
}

const withoutArticle = (words: readonly string[]): string[] => {
  const [first = '', ...others] = words
  return isDeterminer(first) && others.length > 0 ? others : [...words]
}

/** "The export job" → "the export job"; "Uploads", "HarbourDesk" and `code` go without. */
const withArticle = (words: readonly string[]): string => {
  const [first = '', ...others] = words
  const isGiven = isDeterminer(first)
  const isName =
    /[A-Z`_/\d]/.test(first.slice(1)) || /^[`@/]/.test(first) || /^[A-Z][a-z]/.test(others[0] ?? '')
  const rest = others.join(' ')
  if (isGiven) return `${lowerFirst(first)} ${rest}`.trim()
  const isPlural = /[^s]s$/.test(words.find((_, at) => at === words.length - 1) ?? '')
  const isWritten = /^[A-Z]/.test(first)
  // One word with a capital may well be a product.
  if (isName || (isWritten && words.length === 1 && !isPlural)) return words.join(' ')
  // A sentence begins with a capital whatever it begins with.
  const plain = [isWritten ? lowerFirst(first) : first, ...others].join(' ')
  return isPlural || isWritten ? plain : `the ${plain}`
}

const upperFirst = (text: string): string =>
  /^[a-z]+(?:[A-Z_(./]|\b\s*\()/.test(text)
    ? text
    : text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

const fitting = (text: string): string | undefined => {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length < 4 || plain.length > MOST_CHARS ? undefined : plain
}

/** The statement itself; of a long one its first clause, where that is whole, or what it names. */
const wholeOf = (statement: string): string => {
  const whole = statement
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.;:,]+$/, '')
  if (whole.length <= SHORT_STATEMENT) return whole
  const names = [
    ...new Set(whole.match(/`[^`]{2,40}`|\b[a-z]+[A-Z]\w+\b|\b\w+_\w+\b|\b[\w-]+\/[\w./-]+\w/g)),
  ]
  if (names.length > 0) return names.slice(0, 3).join(', ').slice(0, SHORT_STATEMENT)
  const [clause = whole] = whole.split(/[;:]\s|,\s|\s[—–]\s|\.\s/)
  return clause.split(' ').length >= 4 ? clause : whole
}
