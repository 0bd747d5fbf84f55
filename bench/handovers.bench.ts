/**
 * What becomes of true and of false statements that rest on the same true quote (bench/data/judged/handed-pairs.jsonl): how many of
 * either letters alone refuse, and what the reader makes of the rest, by the recorded answers of models outside
 * (bench/data/recorded/readings.jsonl).
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createAgentDistiller } from '@teamlore/core/handover'
import { verdictOf } from '@teamlore/core/reader'
import { benchEnv } from './harness/bench-env.ts'
import { distilInputOf } from './harness/distil-input.ts'
import {
  type HandedStatement,
  handedFindingOf,
  handedStatements,
  notSaidIn,
  readerQuestions,
  recordedReadings,
} from './harness/handed-pairs.ts'
import { type RealSession, realSessions } from './harness/real-sessions.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'

type Verdict = HandedStatement & { state: 'kept' | 'refused' | 'not found' }
type Read = HandedStatement & { state: 'confirmed' | 'refused' | 'unclear' | 'not asked' }

/** What becomes of one statement, handed over by itself. */
const judged = async (one: HandedStatement, real: RealSession): Promise<Verdict> => {
  let isRefused = false
  const distiller = createAgentDistiller(
    [{ id: 'pair', sessionId: null, findings: [handedFindingOf(one)] }],
    { notSaid: notSaidIn(real), readings: new Map() },
    (matched) => {
      isRefused = matched.isRefused
    },
  )
  const { observations } = await distiller.distil(distilInputOf(real.session))
  if (isRefused) return { ...one, state: 'refused' }
  return { ...one, state: observations.length > 0 ? 'kept' : 'not found' }
}

const answers = new Map(recordedReadings().map(({ key, answer }) => [key, answer]))

/** What the reader said of those that letters keep. */
const readOf = async (own: readonly HandedStatement[], real: RealSession): Promise<Read[]> => {
  const questions = await readerQuestions(own, real)
  return questions.flatMap(({ key, excerpts, handed, statements }) => {
    const answer = answers.get(key)
    return handed.flatMap((one): Read[] => {
      const statement = statements.get(one.key)
      if (statement === undefined) return []
      if (answer === undefined) return [{ ...statement, state: 'not asked' }]
      return [{ ...statement, state: verdictOf(answer, one, excerpts).state }]
    })
  })
}

const percent = (part: number, whole: number): number =>
  Math.round((1_000 * part) / Math.max(1, whole)) / 10

const rowOf = (what: string, verdicts: readonly Verdict[]): Row => {
  const of = (isTrue: boolean) => verdicts.filter(({ is_true }) => is_true === isTrue)
  const refused = (isTrue: boolean) => of(isTrue).filter(({ state }) => state === 'refused').length
  return {
    what,
    true: of(true).length,
    'true refused': refused(true),
    'true refused %': percent(refused(true), of(true).length),
    false: of(false).length,
    'false refused': refused(false),
    'false refused %': percent(refused(false), of(false).length),
    'quote not found': verdicts.filter(({ state }) => state === 'not found').length,
  }
}

const readerRow = (what: string, read: readonly Read[]): Row => {
  const asked = read.filter(({ state }) => state !== 'not asked')
  const of = (isTrue: boolean, wanted: Read['state']) =>
    asked.filter(({ is_true, state }) => is_true === isTrue && state === wanted).length
  const all = (isTrue: boolean) => asked.filter(({ is_true }) => is_true === isTrue).length
  return {
    what,
    true: all(true),
    'true refused': of(true, 'refused'),
    'true refused %': percent(of(true, 'refused'), all(true)),
    'true unclear': of(true, 'unclear'),
    false: all(false),
    'false refused': of(false, 'refused'),
    'false refused %': percent(of(false, 'refused'), all(false)),
    'false confirmed': of(false, 'confirmed'),
    'not asked': read.length - asked.length,
  }
}

const rowsOf = <T extends HandedStatement>(
  all: readonly T[],
  row: (what: string, of: readonly T[]) => Row,
): Row[] => [
  row(
    'first half',
    all.filter(({ half }) => half === 'first'),
  ),
  row(
    'held half',
    all.filter(({ half }) => half === 'held'),
  ),
  row('all', all),
]

if (!existsSync(join(benchEnv().sharedDir, 'sessions'))) {
  progress('There are no real sessions here (TEAMLORE_SHARED), and pairs are judged by theirs.')
} else {
  const pairs = handedStatements()
  const verdicts: Verdict[] = []
  const read: Read[] = []
  for await (const real of realSessions(benchEnv().sharedDir)) {
    const own = pairs.filter(({ session }) => session === real.name)
    if (own.length === 0) continue
    for (const one of own) verdicts.push(await judged(one, real))
    read.push(...(await readOf(own, real)))
  }
  if (process.argv.includes('--cases')) {
    const word = (isTrue: boolean) => (isTrue ? 'true' : 'false')
    for (const { state, is_true, half, statement } of verdicts)
      if (state !== 'kept') progress(`${half} ${word(is_true)} ${state}: ${statement}`)
    for (const { state, is_true, half, session, statement } of read)
      if (state !== (is_true ? 'confirmed' : 'refused'))
        progress(`reader, ${half} ${word(is_true)} ${state}: ${statement} (${session})`)
  }
  const figures = rowsOf(verdicts, rowOf)
  // What the session itself repairs later is true at its quote, and is to be refused.
  const atEnd = read.filter(({ is_true, at_end }) => !is_true || at_end === 'holds')
  const reader = [
    ...rowsOf(read, readerRow),
    ...rowsOf(atEnd, readerRow).map((row) => ({ ...row, what: `${row['what']}, true at the end` })),
  ]
  printReport(
    { ...newReport('handovers'), figures: [...figures, ...reader], tables: [figures, reader] },
    { json: process.argv.includes('--json') },
  )
}
