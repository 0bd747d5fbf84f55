/**
 * What the rules for what agents hand over make of true and of false statements that rest on the same true quote
 * (bench/data/judged/handed-pairs.jsonl): how many of either letters alone refuse. What a reader makes of the rest only answers of
 * a model can say.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAgentDistiller } from '@teamlore/core/handover'
import { handedFindingSchema } from '@teamlore/shared/handover'
import { benchEnv } from './harness/bench-env.ts'
import { distilInputOf } from './harness/distil-input.ts'
import { type RealSession, realSessions } from './harness/real-sessions.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'

const PAIRS = join(import.meta.dirname, 'data/judged/handed-pairs.jsonl')

type Handed = {
  session: string
  half: 'first' | 'held'
  quote: string
  statement: string
  is_true: boolean
}
type Verdict = Handed & { state: 'kept' | 'refused' | 'not found' }

/** What becomes of one statement, handed over by itself. */
const judged = async (one: Handed, { session }: RealSession, said: string): Promise<Verdict> => {
  const finding = handedFindingSchema.parse({
    kind: 'gotcha',
    title: one.statement,
    evidence: [{ quote: one.quote }],
  })
  const notSaid = async (letters: readonly string[]) =>
    new Set(letters.filter((each) => !said.includes(each)))
  let isRefused = false
  const distiller = createAgentDistiller(
    [{ id: 'pair', sessionId: null, findings: [finding] }],
    { notSaid, readings: new Map() },
    (matched) => {
      isRefused = matched.isRefused
    },
  )
  const { observations } = await distiller.distil(distilInputOf(session))
  if (isRefused) return { ...one, state: 'refused' }
  return { ...one, state: observations.length > 0 ? 'kept' : 'not found' }
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

if (!existsSync(join(benchEnv().sharedDir, 'sessions'))) {
  progress('There are no real sessions here (TEAMLORE_SHARED), and pairs are judged by theirs.')
} else {
  const pairs = readFileSync(PAIRS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Handed)
  const verdicts: Verdict[] = []
  for await (const real of realSessions(benchEnv().sharedDir)) {
    const own = pairs.filter(({ session }) => session === real.name)
    if (own.length === 0) continue
    const said = JSON.stringify(real.session.messages.map(({ blocks }) => blocks)).toLowerCase()
    for (const one of own) verdicts.push(await judged(one, real, said))
  }
  if (process.argv.includes('--cases'))
    for (const { state, is_true, half, statement } of verdicts)
      if (state !== 'kept') progress(`${half} ${is_true ? 'true' : 'false'} ${state}: ${statement}`)
  const figures = [
    rowOf(
      'first half',
      verdicts.filter(({ half }) => half === 'first'),
    ),
    rowOf(
      'held half',
      verdicts.filter(({ half }) => half === 'held'),
    ),
    rowOf('all', verdicts),
  ]
  printReport(
    { ...newReport('handovers'), figures, tables: [figures] },
    { json: process.argv.includes('--json') },
  )
}
