import { centroid, cosine, type TermStatistics, type TermVector } from '../../text/terms.ts'
import type { Echoes } from '../transcript/echoes.ts'
import type { PromptRange } from '../transcript/prompt-ranges.ts'
import type { CueReading } from './cues.ts'
import { readCues } from './cues.ts'
import { isPlanPrompt } from './headlines.ts'
import {
  announcesCause,
  isBoilerplate,
  isImperative,
  isQuestion,
  pointsBack,
  stripLeadIn,
  stripPadding,
} from './phrasing.ts'
import { type ProseUnit, proseUnits } from './prose.ts'

/** A sentence of the assistant's, read and weighed. */
export type Statement = {
  unit: ProseUnit
  /** The sentence without padding. */
  text: string
  /** Index of the message within its range, and of the unit within the message. */
  at: number
  place: number
  isFinal: boolean
  cues: CueReading
  vector: TermVector
  centrality: number
  score: number
}

const MAX_STATEMENTS = 500

/** Names things: code, paths, numbers with units. Vague sentences have none. */
const specificity = (text: string): number => {
  const spans = text.match(/`[^`]+`/g)?.length ?? 0
  const names =
    text.match(
      /\b\w+(?:[._/]\w+)+\b|\b[a-z]+[A-Z]\w+|\b[A-Z][a-z]+[A-Z]\w*|\b\d+(?:\.\d+)?\s?(?:ms|s|kb|mb|gb|%|x)\b/g,
    )?.length ?? 0
  return Math.min((spans + names) / 2, 1.2)
}

const lengthFit = (text: string): number => {
  const words = text.split(' ').length
  if (words < 5) return -1.2
  if (words < 9) return -0.3
  return words > 45 ? -0.8 : 0
}

const scoreOf = (statement: Omit<Statement, 'score'>): number =>
  statement.cues.strength +
  statement.centrality +
  specificity(statement.text) * 0.7 +
  (statement.isFinal ? 0.3 : 0) +
  lengthFit(`${statement.unit.label} ${statement.text}`) +
  (pointsBack(stripLeadIn(statement.text)) ? -1.3 : 0) +
  (/\b(?:those|these|that's (?:fine|ok|expected)|as expected)\b/i.test(statement.text) ? -0.4 : 0) +
  (/\b(?:might|maybe|perhaps|probably|possibly|could be|may be|i think|likely|appears?|seems?|suspect|guess)\b/i.test(
    statement.text,
  )
    ? -0.6
    : 0)

export const lastSaidAt = (range: PromptRange): number =>
  range.messages.findLastIndex(({ kind, text }) => kind === 'assistant' && text !== '')

/** Where the words of a plan stand that the range was to carry out: before its messages. */
const IN_PROMPT = -1

/** Texts of a range that may hold findings: what the assistant said, and the plan it was given, which is its own kind. */
const textsOf = (range: PromptRange): { at: number; text: string }[] => [
  ...(isPlanPrompt(range.request) ? [{ at: IN_PROMPT, text: range.request }] : []),
  ...range.messages.flatMap(({ kind, text }, at) =>
    kind === 'assistant' && text !== '' ? [{ at, text }] : [],
  ),
]

type Read = Omit<Statement, 'centrality' | 'score'>

const readText = (
  { at, text: whole }: { at: number; text: string },
  isFinal: boolean,
  statistics: TermStatistics,
  echoes: Echoes,
): Read[] => {
  const read: Read[] = []
  let announced = false
  for (const [place, unit] of proseUnits(whole).entries()) {
    const text = stripPadding(unit.text)
    const follows = announced && unit.form === 'sentence'
    announced = announcesCause(unit.text)
    if (echoes.isEcho(text)) continue
    const cues = readCues({ ...unit, text, follows })
    read.push({ unit, text, at, place, isFinal, cues, vector: statistics.vector(text) })
  }
  return read
}

/** All sentences of the assistant in a range that could say something, in the order said. */
export const statementsOf = (
  range: PromptRange,
  statistics: TermStatistics,
  echoes: Echoes,
): Statement[] => {
  const last = lastSaidAt(range)
  const read: Read[] = []
  for (const text of textsOf(range)) {
    if (read.length >= MAX_STATEMENTS) break
    read.push(...readText(text, text.at === last, statistics, echoes))
  }
  const middle = centroid(read.map(({ vector }) => vector))
  return read.map((statement) => {
    const weighed = { ...statement, centrality: cosine(statement.vector, middle) }
    return { ...weighed, score: scoreOf(weighed) }
  })
}

const MIN_CUE = 1.5
/** What is said last has been thought over; on the way there it takes more. */
const MIN_SCORE = { final: 2.2, before: 2.35 }
/** Worth an observation of its own: announces a finding or decision, stands alone, and says something specific. */
export const isFinding = (statement: Statement): boolean =>
  statement.cues.strength >= MIN_CUE &&
  statement.score >= (statement.isFinal ? MIN_SCORE.final : MIN_SCORE.before) &&
  (statement.unit.label !== '' || !isImperative(statement.text)) &&
  !isQuestion(statement.text) &&
  !isBoilerplate(statement.text)

/** The sentence with those around it in its paragraph, so that it can be understood alone. */
export const around = (statement: Statement, all: readonly Statement[]): string[] => {
  const near = all.filter(
    (other) =>
      other.at === statement.at &&
      (other.unit.paragraph === statement.unit.paragraph || other.place === statement.place + 1) &&
      other.place >= (pointsBack(statement.text) ? statement.place - 1 : statement.place) &&
      other.place <= statement.place + 3 &&
      !isQuestion(other.text) &&
      !/:$/.test(other.text),
  )
  return near.length === 0 ? [statement.text] : near.map(({ text }) => text)
}
