import type { TeamRepositories } from '@teamlore/db'
import { editDistance } from '@teamlore/shared/edit-distance'
import { quoteLexeme } from '../../text/analyse.ts'
import { partsOf, stemOf } from '../../text/derive-lexemes.ts'
import { tokenise } from '../../text/tokenise.ts'
import type { WeighedTerm } from './question-terms.ts'
import { slipsUndone } from './slips.ts'

type Vocabulary = Pick<TeamRepositories['search'], 'knownLexemes' | 'lexemesLike' | 'someTexts'>

/** Shorter words are near too many others. */
const SHORTEST = 4
/** From so many letters on, two slips are looked for where one explains nothing. */
const LONG = 6
const MAX_CORRECTED = 3
/** Characters of a question that is repeated. A longer one is a pasted text, which nobody reads a second time for a word in it. */
export const MAX_SUGGESTED_CHARS = 500
/** What the letters that slips are made of can spell; a bound on how many spellings are looked up, some fifty for each letter. */
const PLAIN = /^[a-z]{1,24}$/
/** Words that may have been meant whose texts are read, one after another until one is there to be seen. */
const MAX_TRIED = 3

/**
 * The question with words that stand nowhere replaced by the nearest ones that do; undefined when there is nothing to
 * replace, or the question is too long to be repeated. The words come from what the team wrote, in the form somebody wrote them.
 */
export const suggestQuery = async (
  vocabulary: Vocabulary,
  typed: string,
  terms: readonly WeighedTerm[],
): Promise<string | undefined> => {
  if (typed.length > MAX_SUGGESTED_CHARS) return undefined
  const unknown = unknownWords(typed, terms)
  if (unknown.length === 0) return undefined
  let suggested = typed
  // From behind, so that the places of those before stay what they are.
  for (const { lexeme, start, end } of unknown.slice(0, MAX_CORRECTED).toReversed()) {
    const word = { lexeme, typed: typed.slice(start, end).toLowerCase() }
    const meant = await nearestWord(vocabulary, word)
    if (meant !== undefined) suggested = suggested.slice(0, start) + meant + suggested.slice(end)
  }
  return suggested === typed ? undefined : suggested
}

type Word = { lexeme: string; typed: string }
type UnknownWord = { lexeme: string; start: number; end: number }

/** Words and names of the question that no document has. Short names are near too many others. */
const unknownWords = (typed: string, terms: readonly WeighedTerm[]): UnknownWord[] => {
  const missing = new Set(
    terms.filter(({ documents }) => documents === 0).flatMap(({ lexemes }) => lexemes),
  )
  const found: UnknownWord[] = []
  if (missing.size === 0) return found
  tokenise(typed, ({ words, wholes }, start, end) => {
    const isPlain = words.length === 1 && wholes.length === 0
    const lexeme = isPlain ? words[0] : wholes.length === 1 ? wholes[0]?.lexeme : undefined
    if (lexeme === undefined || !missing.has(lexeme)) return
    if (lexeme.length >= (isPlain ? SHORTEST : LONG)) found.push({ lexeme, start, end })
  })
  return found
}

const nearestWord = async (vocabulary: Vocabulary, word: Word): Promise<string | undefined> => {
  const candidates = PLAIN.test(word.typed) ? await byOneSlip(vocabulary, word) : []
  if (candidates.length === 0 && word.typed.length >= LONG)
    candidates.push(...(await byTwoSlips(vocabulary, word)))
  let nearest: Form | undefined
  for (const candidate of candidates.slice(0, MAX_TRIED)) {
    const form = await asWritten(vocabulary, candidate, word.typed)
    if (form !== undefined && form.distance < (nearest?.distance ?? FARTHEST + 1)) nearest = form
    if (nearest?.distance === 1) break
  }
  return nearest?.form
}

/** What may have been meant: a word of the index. */
type Candidate = { lexeme: string; documents: number }

/** What stands somewhere and is one slip away, likeliest first. Slips are undone in the spelling: one in its end changes the stem. */
const byOneSlip = async (vocabulary: Vocabulary, { typed }: Word): Promise<Candidate[]> => {
  const likelihoods = new Map<string, number>()
  // Names that are written as one are indexed as they are, words by their stem.
  for (const [spelled, likelihood] of slipsUndone(typed))
    for (const lexeme of [stemOf(spelled), spelled])
      likelihoods.set(lexeme, Math.max(likelihood, likelihoods.get(lexeme) ?? 0))
  const worth = ({ lexeme, documents }: Candidate) => documents * (likelihoods.get(lexeme) ?? 0)
  const found = await vocabulary.knownLexemes([...likelihoods.keys()])
  return found.sort((a, b) => worth(b) - worth(a))
}

/** The most frequent come first, so the first of the nearest is the likeliest. */
const byTwoSlips = async (vocabulary: Vocabulary, { lexeme }: Word): Promise<Candidate[]> => {
  const most = lexeme.length >= LONG ? 2 : 1
  const known = await vocabulary.lexemesLike({ lexeme, edits: most })
  return known
    .map((one) => ({ ...one, distance: editDistance(lexeme, one.lexeme, most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
}

/** Endings count, so a form may be a little farther from what was typed than its stem. */
const FARTHEST = 3

type Form = { form: string; distance: number; times: number }

/** How a text writes a word: a name as it is written, a word as it stands within a sentence. As a part of a name it stands there too. */
const formsIn = (chunk: string, lexeme: string, isName: boolean): string[] =>
  [...partsOf(chunk), chunk].flatMap((part) => {
    const lower = part.toLowerCase()
    if (lower !== lexeme && stemOf(lower) !== lexeme) return []
    return [part === chunk && isName ? chunk : lower]
  })

/** A stem is no word: of the forms in which some document has it that the asker may see, the nearest to what was typed. */
const asWritten = async (
  vocabulary: Vocabulary,
  { lexeme, documents }: Candidate,
  typed: string,
): Promise<Form | undefined> => {
  const texts = await vocabulary.someTexts(quoteLexeme(lexeme), documents)
  const forms = new Map<string, number>()
  for (const text of texts)
    tokenise(text, ({ words, wholes }, start, end) => {
      if (!words.includes(lexeme) && !wholes.some((whole) => whole.lexeme === lexeme)) return
      const isName = wholes.length > 0
      for (const form of formsIn(text.slice(start, end), lexeme, isName))
        forms.set(form, (forms.get(form) ?? 0) + 1)
    })
  return [...forms]
    .map(([form, times]) => ({
      form,
      times,
      distance: editDistance(typed, form.toLowerCase(), FARTHEST),
    }))
    .filter(({ distance }) => distance <= FARTHEST)
    .sort((a, b) => a.distance - b.distance || b.times - a.times)[0]
}
