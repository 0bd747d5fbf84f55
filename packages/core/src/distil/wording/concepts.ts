import type { TermStatistics } from '../../text/terms.ts'
import { isStopWord, termsOf, wordsOf } from '../../text/terms.ts'

/**
 * The one spelling of a concept: lower case, parts joined by `-`, so `ShutdownTimeout`, `shutdown_timeout` and
 * "shutdown timeout" are the same. Empty for what has no letters.
 */
export const normaliseConcept = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1-$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1-$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')

const isIdentifier = (word: string) => /[\p{Ll}\p{N}]\p{Lu}|_|\p{L}\.\p{L}/u.test(word)

const singular = (word: string) => {
  if (word.length < 5) return word
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2)
  return /[^suai]s$/.test(word) ? word.slice(0, -1) : word
}

/** Plain words are concepts when they come back, and are no verb forms. */
const isTopic = (word: string, count: number) =>
  count >= 2 && word.length >= 4 && !/(?:ed|ly)$/.test(word)

const looksUseful = (concept: string) =>
  concept.length >= 3 &&
  concept.length <= 40 &&
  /\p{L}{3}/u.test(concept) &&
  concept.split('-').length <= 5 &&
  // Hashes and ids are no concepts.
  !concept.split('-').some((part) => /^(?=.*\d)[0-9a-f]{6,}$/.test(part)) &&
  concept.split('-').some((part) => part.length > 2 && !isStopWord(part))

/** Names of functions and settings in code spans and in the text, and the words that set it apart from the session. */
const candidates = (text: string): Map<string, { word: string; count: number; code: boolean }> => {
  const found = new Map<string, { word: string; count: number; code: boolean }>()
  const note = (word: string, code: boolean) => {
    const concept = normaliseConcept(code ? word : singular(word))
    if (!looksUseful(concept)) return
    const known = found.get(concept)
    if (known) known.count++
    else found.set(concept, { word, count: 1, code })
  }
  for (const [, span] of text.matchAll(/`([^`\n]{2,60})`/g)) {
    const name = /^[\w$.-]*\w(?=\(|$)/.exec(span ?? '')?.[0]
    if (name !== undefined && !/\.[a-z]{1,5}$/.test(name) && !name.startsWith('-')) note(name, true)
  }
  for (const word of wordsOf(text.replace(/https?:\/\/\S+|\S*\/\S*|\S+\.[a-z]{1,5}\b/g, ' ')))
    note(word, isIdentifier(word))
  return found
}

/** Up to `max` concepts of a text, weightiest first. */
export const conceptsOf = (text: string, statistics: TermStatistics, max: number): string[] =>
  [...candidates(text)]
    .filter(([, { word, count, code }]) => code || isTopic(word.toLowerCase(), count))
    .map(([concept, { word, count, code }]) => {
      const terms = termsOf(word)
      const rarity =
        terms.reduce((sum, term) => sum + statistics.weight(term), 0) / Math.max(terms.length, 1)
      return { concept, score: rarity * Math.sqrt(count) * (code ? 1.5 : 1) }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.concept < b.concept ? -1 : 1))
    .reduce<string[]>((kept, { concept }) => {
      const covered = kept.some((other) => `-${other}-`.includes(`-${concept}-`))
      if (!covered && kept.length < max) kept.push(concept)
      return kept
    }, [])
