import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MessageDigest } from '@teamlore/core'
import { questionKey } from '@teamlore/core/distil-by-model'
import { keptOfHandovers, readingKeyOf, withoutOwnAnswers } from '@teamlore/core/handover'
import {
  type Batch,
  batchesOf,
  READER_SYSTEM,
  type ReaderAnswer,
  readerPrompt,
} from '@teamlore/core/reader'
import { handedFindingSchema } from '@teamlore/shared/handover'
import { distilInputOf } from './distil-input.ts'
import type { RealSession } from './real-sessions.ts'

const DATA = join(import.meta.dirname, '../data')

/** A statement as an agent would hand it over, with words of its session that are there. */
export type HandedStatement = {
  session: string
  half: 'first' | 'held'
  quote: string
  statement: string
  /** The words around the quote say it. */
  is_true: boolean
  /** Of a true one: what a judge who saw the whole session found of it when the session ends. */
  at_end?: 'holds' | 'repaired' | 'unsettled' | 'not said'
}

const linesOf = <T>(file: string): T[] => {
  const path = join(DATA, file)
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as T)
}

export const handedStatements = (): HandedStatement[] => linesOf('judged/handed-pairs.jsonl')

/** What a model outside answered as the reader, by the hash of the question. */
export type RecordedReading = { session: string; key: string; answer: ReaderAnswer }

export const recordedReadings = (): RecordedReading[] => linesOf('recorded/readings.jsonl')

export const handedFindingOf = ({ statement, quote }: HandedStatement) =>
  handedFindingSchema.parse({ kind: 'gotcha', title: statement, evidence: [{ quote }] })

/** Letters, in lower case, that stand nowhere in the session. */
export const notSaidIn = ({ session }: RealSession) => {
  const said = JSON.stringify(session.messages.map(({ blocks }) => blocks)).toLowerCase()
  return async (letters: readonly string[]) =>
    new Set(letters.filter((each) => !said.includes(each)))
}

export type ReaderQuestion = Batch & {
  /** Which of two: the statements on one quote are never put to a reader together. */
  pass: 0 | 1
  key: string
  prompt: string
  /** The statements in question by the key of their reading. */
  statements: ReadonlyMap<string, HandedStatement>
}

/**
 * What the product asks a reader of these statements of one session, with the excerpts that it shows. Of each pair one is asked in the first
 * pass and one in the second; which of them is first goes by turns.
 */
export const readerQuestions = async (
  statements: readonly HandedStatement[],
  real: RealSession,
): Promise<ReaderQuestion[]> => {
  const read: MessageDigest[] = []
  for await (const message of distilInputOf(real.session).messages) read.push(message)
  const messages = withoutOwnAnswers(read)
  const questions: ReaderQuestion[] = []
  for (const pass of [0, 1] as const) {
    const own = statements.filter(
      ({ is_true }, n) => (is_true ? 0 : 1) === (Math.floor(n / 2) + pass) % 2,
    )
    const byKey = new Map<string, HandedStatement>()
    const kept = []
    for (const one of own) {
      const handed = [{ id: 'pair', sessionId: null, findings: [handedFindingOf(one)] }]
      const [verified] = await keptOfHandovers(handed, messages, notSaidIn(real))
      if (verified === undefined) continue
      byKey.set(readingKeyOf(verified), one)
      kept.push(verified)
    }
    for (const batch of batchesOf(kept, new Set(byKey.keys()), messages)) {
      const prompt = readerPrompt(batch.excerpts, batch.handed)
      const key = questionKey(
        { provider: 'recorded', model: 'recorded' },
        { system: READER_SYSTEM, prompt },
      )
      questions.push({ ...batch, pass, key, prompt, statements: byKey })
    }
  }
  return questions
}
