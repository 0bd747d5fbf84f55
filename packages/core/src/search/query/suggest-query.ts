import type { TeamRepositories } from '@teamlore/db'
import { quoteLexeme } from '../analysis/analyse.ts'
import { tokenise } from '../analysis/tokenise.ts'
import type { WeighedTerm } from '../ranking/plan-candidates.ts'
import { editDistance } from './edit-distance.ts'

type Vocabulary = Pick<TeamRepositories['search'], 'lexemesLike' | 'someTexts'>

/** Shorter words are near too many others. */
const SHORTEST = 4
const MAX_CORRECTED = 3

/**
 * The question with words that stand nowhere replaced by the nearest ones that do; undefined when there is nothing to
 * replace. The words come from what the team wrote, in the form somebody wrote them.
 */
export const suggestQuery = async (
  vocabulary: Vocabulary,
  typed: string,
  terms: readonly WeighedTerm[],
): Promise<string | undefined> => {
  const unknown = unknownWords(typed, terms)
  if (unknown.length === 0) return undefined
  let suggested = typed
  // From behind, so that the places of those before stay what they are.
  for (const { lexeme, start, end } of unknown.slice(0, MAX_CORRECTED).toReversed()) {
    const meant = await nearestWord(vocabulary, lexeme)
    if (meant !== undefined) suggested = suggested.slice(0, start) + meant + suggested.slice(end)
  }
  return suggested === typed ? undefined : suggested
}

type UnknownWord = { lexeme: string; start: number; end: number }

/** Plain words of the question of which no document has any. */
const unknownWords = (typed: string, terms: readonly WeighedTerm[]): UnknownWord[] => {
  const missing = new Set(
    terms.filter(({ documents }) => documents === 0).flatMap(({ lexemes }) => lexemes),
  )
  const found: UnknownWord[] = []
  if (missing.size === 0) return found
  tokenise(typed, ({ words, wholes }, start, end) => {
    const [lexeme] = words
    const isPlain = words.length === 1 && wholes.length === 0
    if (!isPlain || lexeme === undefined || !missing.has(lexeme)) return
    if (lexeme.length >= SHORTEST) found.push({ lexeme, start, end })
  })
  return found
}

const nearestWord = async (vocabulary: Vocabulary, lexeme: string): Promise<string | undefined> => {
  const most = lexeme.length > 5 ? 2 : 1
  const known = await vocabulary.lexemesLike({ lexeme, edits: most })
  // The most frequent come first, so the first of the nearest is the likeliest.
  let best: KnownWord | undefined
  let least = most + 1
  for (const word of known) {
    const distance = editDistance(lexeme, word.lexeme, most)
    if (distance < least) [best, least] = [word, distance]
  }
  return best === undefined ? undefined : asWritten(vocabulary, best)
}

type KnownWord = { lexeme: string; documents: number }

/**
 * A stem is no word: the form in which some document has it that the asker may see. Words are counted for the whole team,
 * so one that stands in somebody's private sessions alone is not told to others.
 */
const asWritten = async (
  vocabulary: Vocabulary,
  { lexeme, documents }: KnownWord,
): Promise<string | undefined> => {
  const texts = await vocabulary.someTexts(quoteLexeme(lexeme), documents)
  let written: string | undefined
  for (const text of texts)
    tokenise(text, ({ words }, start, end) => {
      if (written === undefined && words.length === 1 && words[0] === lexeme)
        written = text.slice(start, end).toLowerCase()
    })
  // As a part of an identifier a word stands there too.
  const isPart = texts.some((text) => text.toLowerCase().includes(lexeme))
  return written ?? (isPart ? lexeme : undefined)
}
