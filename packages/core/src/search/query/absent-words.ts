import { redactSecrets } from '@teamlore/redaction'
import { STOP_STEMS } from '../../text/stop-stems.ts'
import { tokenise } from '../../text/tokenise.ts'
import type { TypedQuery } from './query.types.ts'
import type { WeighedTerm } from './question-terms.ts'

/** A word in more documents may stand in one that was not read; of so few, all are read first. */
const FEW_DOCUMENTS = 60
/** In longer questions a word that stands nowhere is a matter of wording. Names are reported in any. */
const SHORT_QUESTION = 3
const MAX_NAMED = 3
const MAX_CHARS = 60
/** Joined by hyphens as prose does, which others write apart. */
const HYPHENATED = /^\p{L}+(?:-\p{L}+)+$/u

type Found = {
  terms: readonly WeighedTerm[]
  /** Terms that stand in something the asker may see and that fits the filters. */
  met: ReadonlySet<WeighedTerm>
  /** `loose`: hits that neither share a word with the question nor are near it. */
  found: 'near' | 'loose' | 'nothing'
  /** How a sentence about what nothing has begins: it names what narrows the question. */
  nothing?: string | undefined
}

/**
 * Says which words of a question nothing has that the asker may see; undefined where each stands somewhere. Known from what was found
 * rather than from what was counted: counts are of the whole team, with the sessions that are private to others.
 */
export const noteOnAbsentWords = (
  { groups, demanded }: Pick<TypedQuery, 'groups' | 'demanded'>,
  { terms, met, found, nothing = 'Nothing here' }: Found,
): string | undefined => {
  if (terms.length === 0) return undefined
  // Nothing was read that lacks one of them, so it is not known which of them stand somewhere by themselves.
  if (found === 'nothing' && demanded.length > 1) return noteOnDemanded(demanded, nothing)
  const absent = new Set(
    terms
      .filter((term) => !met.has(term) && term.documents <= FEW_DOCUMENTS)
      .flatMap(({ lexemes }) => lexemes),
  )
  const isShort = terms.filter(({ kind }) => kind === 'word').length <= SHORT_QUESTION
  const words = absentAmong(groups.flat(), absent, isShort || met.size === 0)
  if (met.size > 0) return words.length === 0 ? undefined : `${nothing} has ${listed(words)}.`
  const named = words.length === 0 ? 'any of these words' : listed(words)
  return `${nothing} has ${named}${ENDS[found]}`
}

const noteOnDemanded = (demanded: TypedQuery['demanded'], nothing: string): string => {
  const parts = demanded.map((words) => quoted(words.map(({ text }) => text.slice(0, MAX_CHARS))))
  const named = parts.slice(0, MAX_NAMED).map((words) => words.join(' or '))
  const more = parts.length - named.length
  if (more > 0) named.push(`${more} more that AND stands beside`)
  return `${nothing} has ${named.slice(0, -1).join(', ')} and ${named.at(-1)} together.`
}

const ENDS = {
  near: '; what was found is only near in meaning.',
  loose: ', or is near in meaning; what follows is only loosely related.',
  nothing: ', or is near in meaning.',
} as const satisfies Record<Found['found'], string>

/** As they were typed: words of which nothing has any form, names that nothing has as a whole. */
const absentAmong = (
  clauses: readonly { text: string }[],
  absent: ReadonlySet<string>,
  withPlainWords: boolean,
): string[] => {
  const words = new Set<string>()
  for (const { text } of clauses)
    tokenise(text, ({ words: stems, wholes }, start, end) => {
      const typed = text.slice(start, end)
      const isAbsent =
        wholes.length > 0
          ? !HYPHENATED.test(typed) && wholes.every(({ lexeme }) => absent.has(lexeme))
          : withPlainWords && stems.every((stem) => absent.has(stem) && !STOP_STEMS.has(stem))
      if (isAbsent && typed.length <= MAX_CHARS) words.add(typed)
    })
  return [...words]
}

const listed = (words: readonly string[]): string => {
  const named = quoted(words.slice(0, MAX_NAMED))
  if (words.length > MAX_NAMED) named.push(`${words.length - MAX_NAMED} more of these words`)
  return named.length < 2 ? (named[0] ?? '') : `${named.slice(0, -1).join(', ')} or ${named.at(-1)}`
}

/** An answer is kept by the asker, and in more places than the question. */
const quoted = (words: readonly string[]): string[] =>
  words.map((word) => `"${redactSecrets(word).text}"`)
