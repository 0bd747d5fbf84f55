import { stemOf } from '../text/derive-lexemes.ts'

/** What somebody is about to do: in words, such as a prompt or a branch with the subjects of its commits, and in which files. */
export type Work = { words: string; paths: readonly string[] }
/** What was tried and given up. */
export type Grave = { statement: string; reason: string; paths: readonly string[] }

export type Resemblance = {
  /** Share of what was tried that the work names, 0 to 1. */
  share: number
  /** Words of it that both have, as they stand in the work. */
  shared: string[]
  nearness: Nearness
}
type Nearness = 'same file' | 'same folder' | 'elsewhere' | 'unsaid'

/** So much of what was tried must be named, by how near the work is to its code. */
const FROM: Record<Nearness, number> = {
  'same file': 0.55,
  'same folder': 0.55,
  unsaid: 0.6,
  elsewhere: 0.75,
}
/** A single word in common says nothing. */
const LEAST_SHARED = 2
/** Of longer work the beginning counts: a brief waits for it. */
const MAX_PARAGRAPHS = 50

const STOP = new Set(
  `a about after again all also always an and any are as at automatically be because before but by can come do does done each every
  few finally first for from get give go had has have how if in instead into is it its just keep kept let like made make many may more most
  much must need new no not now of off on once one only onto or our out over own per please put same see set should show since so some still such
  take than that the their them then there these they thing this those through time to too try tried under until up us use used using very want was way
  we were what when where which while who will with without would yet you your add support enable allow implement change changes update fix improve
  possible back second seconds hour hours day days week`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** Heads that automatic entries begin with. */
const HEAD = /^(?:Tried and taken back|Proposed and turned down):\s*/i

const wordsIn = (text: string): string[] =>
  text
    .slice(0, 4_000)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\d]+/gu) ?? []

/** Stems of what a text is about, each with the word it stands for. */
const termsOf = (text: string): Map<string, string> => {
  const found = new Map<string, string>()
  for (const word of wordsIn(text))
    if (word.length > 1 && !STOP.has(word)) {
      const stem = stemOf(word)
      if (!STOP.has(stem) && !found.has(stem)) found.set(stem, word)
    }
  return found
}

/** Undoing, asking and forbidding are no trying. */
const AGAINST =
  /\b(?:revert|roll(?:ed|ing)?[ -]?back|remov\w*|delet\w*|drop(?:ped|ping)?|undo\w*|get rid|nothing (?:is )?left|not any ?more|no longer|never|do(?:es)? not|don't|doesn't|must not|should not|avoid|stop|restor\w*|why (?:did|does|do|is|are|was)|find out why)\b/i

/** Whether the sentence that is most about these terms goes against them. */
const goesAgainst = (text: string, terms: readonly string[]): boolean => {
  const sentences = text.split(/(?<=[.!?;])\s+/)
  const about = (sentence: string): number => {
    const known = termsOf(sentence)
    return terms.filter((term) => known.has(term)).length
  }
  const [most] = sentences
    .map((sentence) => ({ sentence, count: about(sentence) }))
    .toSorted((a, b) => b.count - a.count)
  return AGAINST.test(most?.sentence ?? text)
}

const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/')

const nearnessOf = (work: readonly string[], grave: readonly string[]): Nearness => {
  if (work.length === 0 || grave.length === 0) return 'unsaid'
  if (work.some((path) => grave.includes(path))) return 'same file'
  const folders = new Set(grave.flatMap((path) => [folderOf(path), path]))
  return work.some((path) => folders.has(folderOf(path)) || folders.has(path))
    ? 'same folder'
    : 'elsewhere'
}

/**
 * Whether work resembles what was tried and given up: it names most of what was tried, goes the same way, and the nearer it is to the
 * same code, the less it has to name.
 */
export const createResemblance = (work: Work) => {
  // Paragraphs are about different things, such as the subjects of several commits.
  const paragraphs = work.words
    .split(/\n+/)
    .slice(0, MAX_PARAGRAPHS)
    .map((words) => ({ words, mine: termsOf(words) }))
  return (grave: Grave): Resemblance | undefined => {
    const tried = grave.statement.replace(HEAD, '')
    const theirs = [...termsOf(tried).keys()]
    if (theirs.length === 0) return undefined
    const nearness = nearnessOf(work.paths, grave.paths)
    return paragraphs
      .map((paragraph) => ofParagraph(paragraph, { tried, theirs, nearness }))
      .filter((found) => found !== undefined)
      .toSorted((a, b) => b.share - a.share)[0]
  }
}

const ofParagraph = (
  { words, mine }: { words: string; mine: Map<string, string> },
  { tried, theirs, nearness }: { tried: string; theirs: readonly string[]; nearness: Nearness },
): Resemblance | undefined => {
  const shared = theirs.filter((term) => mine.has(term))
  const share = shared.length / theirs.length
  const isLittle = shared.length < Math.min(LEAST_SHARED, theirs.length) || share < FROM[nearness]
  if (isLittle || goesAgainst(words, shared) !== AGAINST.test(tried)) return undefined
  return { share, shared: shared.map((term) => mine.get(term) ?? term), nearness }
}

const WHERE: Record<Nearness, string> = {
  'same file': ', in a file that it was about',
  'same folder': ', in a folder that it was about',
  elsewhere: '',
  unsaid: '',
}

/** Why somebody is warned. */
export const resemblanceText = ({ shared, nearness }: Resemblance): string =>
  `what is being worked on names ${shared.slice(0, 8).join(', ')}${WHERE[nearness]}`
