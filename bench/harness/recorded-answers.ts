import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Distillate } from '@teamlore/core'
import {
  type AskReview,
  type AskSegment,
  createModelDistiller,
  DISTIL_SYSTEM,
  questionKey,
  REVIEW_SYSTEM,
} from '@teamlore/core/distil-by-model'
import { createAgentDistiller } from '@teamlore/core/handover'
import type { HandedFinding } from '@teamlore/shared/handover'
import { distilInputOf } from './distil-input.ts'
import type { RealSession } from './real-sessions.ts'
import type { Row } from './report.ts'

/** What a model outside answered to one segment, by the hash of what it was asked. */
export type Recorded = { session: string; key: string; answer: Awaited<ReturnType<AskSegment>> }

/** What another model outside said of the findings of a segment. */
export type RecordedReview = {
  session: string
  key: string
  answer: NonNullable<Awaited<ReturnType<AskReview>>>
}

/** What a coding agent handed over of its whole session. */
export type RecordedHandover = { session: string; findings: HandedFinding[] }

const FOLDER = join(import.meta.dirname, '../data/recorded')

const linesOf = (file: string): string[] => {
  const path = join(FOLDER, file)
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : []
}

/** Hash of a segment with the words it is asked in, findings of earlier segments among them: another prompt wants other answers. */
export const segmentKey = (prompt: string): string => keyOf(DISTIL_SYSTEM, prompt)
export const reviewKey = (prompt: string): string => keyOf(REVIEW_SYSTEM, prompt)

const keyOf = (system: string, prompt: string): string =>
  questionKey({ provider: 'recorded', model: 'recorded' }, { system, prompt })

export const recordedAnswers = (): Recorded[] =>
  linesOf('answers.jsonl').map((line) => JSON.parse(line) as Recorded)

export const recordedReviews = (): RecordedReview[] =>
  linesOf('reviews.jsonl').map((line) => JSON.parse(line) as RecordedReview)

export const recordedHandovers = (): RecordedHandover[] =>
  linesOf('handovers.jsonl').map((line) => JSON.parse(line) as RecordedHandover)

export type Replayed = { answered: number; distillate: Distillate }
export type Answers = {
  segments: ReadonlyMap<string, Recorded['answer']>
  reviews: ReadonlyMap<string, RecordedReview['answer']>
}

/** Distils a session by its recorded answers; undefined where one of its segments, or what was found in one, has none. */
export const replay = async (
  { segments, reviews }: Answers,
  { session }: RealSession,
): Promise<Replayed | undefined> => {
  let answered = 0
  let isMissing = false
  const distiller = createModelDistiller(
    async (prompt) => {
      const answer = segments.get(segmentKey(prompt))
      if (answer === undefined) isMissing = true
      // What a later segment took back is no longer answered.
      answered += (answer?.findings.length ?? 0) - (answer?.no_longer_holds.length ?? 0)
      return answer ?? { findings: [], no_longer_holds: [], summaries: [] }
    },
    async (prompt) => {
      const review = reviews.get(reviewKey(prompt))
      if (review === undefined) isMissing = true
      return review
    },
  )
  const distillate = await distiller.distil(distilInputOf(session))
  return isMissing ? undefined : { answered, distillate }
}

/** The same for what the coding agent handed over. */
export const replayHandover = async (
  { findings }: RecordedHandover,
  { session }: RealSession,
): Promise<Replayed> => {
  const handedOver = [{ id: 'recorded', sessionId: null, findings }]
  const said = JSON.stringify(session.messages.map(({ blocks }) => blocks)).toLowerCase()
  const notSaid = async (letters: readonly string[]) =>
    new Set(letters.filter((one) => !said.includes(one)))
  const distiller = createAgentDistiller(
    handedOver,
    { notSaid, readings: new Map() },
    () => undefined,
  )
  const distillate = await distiller.distil(distilInputOf(session))
  return { answered: findings.length, distillate }
}

export const replayRow = (what: string, replayed: readonly Replayed[]): Row => {
  const sum = (of: (one: Replayed) => number) => replayed.reduce((all, one) => all + of(one), 0)
  const answered = sum((one) => one.answered)
  const kept = sum(({ distillate }) => distillate.observations.length)
  return {
    what,
    sessions: replayed.length,
    working: replayed.length,
    findings: kept,
    'findings per working session': Math.round((100 * kept) / Math.max(1, replayed.length)) / 100,
    summaries: sum(({ distillate }) => distillate.summaries.length),
    'borne out by quote %': Math.round((100 * kept) / Math.max(1, answered)),
  }
}
