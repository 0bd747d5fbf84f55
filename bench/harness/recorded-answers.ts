import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type AskSegment,
  createModelDistiller,
  DISTIL_SYSTEM,
  questionKey,
  segmentPrompt,
} from '@teamlore/core/distil-by-model'
import { distilInputOf } from './distil-input.ts'
import type { RealSession } from './real-sessions.ts'
import type { Row } from './report.ts'

/** What a model outside answered to one segment, by the hash of what it was asked. */
export type Recorded = { session: string; key: string; answer: Awaited<ReturnType<AskSegment>> }

const FILE = join(import.meta.dirname, '../data/recorded/answers.jsonl')

/** Hash of a segment with the words it is asked in: another prompt wants other answers. */
export const segmentKey = (lines: string): string =>
  questionKey(
    { provider: 'recorded', model: 'recorded' },
    { system: DISTIL_SYSTEM, prompt: segmentPrompt(lines) },
  )

export const recordedAnswers = (): Recorded[] =>
  existsSync(FILE)
    ? readFileSync(FILE, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Recorded)
    : []

export type Replayed = { answered: number; kept: number }

/** Distils a session by its recorded answers; undefined where one of its segments has none. */
export const replay = async (
  answers: ReadonlyMap<string, Recorded['answer']>,
  { session }: RealSession,
): Promise<Replayed | undefined> => {
  let answered = 0
  let isMissing = false
  const distiller = createModelDistiller(async (lines) => {
    const answer = answers.get(segmentKey(lines))
    if (answer === undefined) isMissing = true
    answered += answer?.findings.length ?? 0
    return answer ?? { findings: [] }
  })
  const { observations } = await distiller.distil(distilInputOf(session))
  return isMissing ? undefined : { answered, kept: observations.length }
}

export const replayRow = (replayed: readonly Replayed[]): Row => {
  const sum = (of: (one: Replayed) => number) => replayed.reduce((all, one) => all + of(one), 0)
  const answered = sum((one) => one.answered)
  const kept = sum((one) => one.kept)
  return {
    what: 'by a model, recorded answers',
    sessions: replayed.length,
    working: replayed.length,
    findings: kept,
    'findings per working session': Math.round((100 * kept) / Math.max(1, replayed.length)) / 100,
    'borne out by quote %': Math.round((100 * kept) / Math.max(1, answered)),
  }
}
