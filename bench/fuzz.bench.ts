/**
 * Whatever is typed: generated questions of many hostile sorts, each of which must be answered or refused with a sentence,
 * within the time limit of a search. Fails otherwise. `--questions 100000` for the long form, `--sizes 1m --keep` over the documents of `search`.
 */
import { DomainError, makeSearch } from '@teamlore/core'
import { searchQuerySchema } from '@teamlore/shared'
import { type BenchEngine, readBenchOptions } from './harness/bench-options.ts'
import { type HostileQuestion, hostileQuestions } from './harness/hostile-questions.ts'
import { openSynthetic } from './harness/kept-synthetic.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { percentile } from './harness/statistics.ts'

const QUESTIONS = 5_000
/** What one statement may take; a search has a few. */
const TIMEOUT_MS = 3_000
const LIMIT_MS = 4 * TIMEOUT_MS
const SHOWN = 200

type Outcome = 'answered' | 'refused' | 'failed' | 'too slow'
type Tally = Record<Outcome, number> & { ms: number[] }

const newTally = (): Tally => ({ answered: 0, refused: 0, failed: 0, 'too slow': 0, ms: [] })

type Line = { engine: BenchEngine; documents: number; kind: string }

const rowOf = (line: Line, { ms, ...counts }: Tally): Row => ({
  ...line,
  ...counts,
  'p50 ms': Math.round(percentile(ms, 0.5) * 10) / 10,
  'slowest ms': Math.round(Math.max(0, ...ms)),
})

const measure = async (
  engine: BenchEngine,
  documents: number,
  { count, keep }: { count: number; keep: boolean },
): Promise<Row[]> => {
  const { world, team, synthetic } = await openSynthetic(engine, documents, { keep })
  try {
    const { embedder } = synthetic
    const search = makeSearch({ unitOfWork: world.unitOfWork, embedder, timeoutMs: TIMEOUT_MS })
    const ask = async ({ kind, text }: HostileQuestion): Promise<Outcome> => {
      const query = searchQuerySchema.safeParse({ q: text, limit: 5 })
      if (!query.success) return 'refused'
      try {
        await search(team.scope, query.data)
        return 'answered'
      } catch (error) {
        if (error instanceof DomainError) return 'refused'
        progress(`${kind}: ${JSON.stringify(text.slice(0, SHOWN))} failed: ${String(error)}`)
        return 'failed'
      }
    }
    const tallies = new Map<string, Tally>()
    progress(`fuzz on ${engine}: asking ${count} questions`)
    for (const question of hostileQuestions(count)) {
      const tally = tallies.get(question.kind) ?? newTally()
      tallies.set(question.kind, tally)
      const began = performance.now()
      const outcome = await ask(question)
      const ms = performance.now() - began
      tally.ms.push(ms)
      tally[ms > LIMIT_MS ? 'too slow' : outcome]++
    }
    return [...tallies].map(([kind, tally]) => rowOf({ engine, documents, kind }, tally))
  } finally {
    await world.close()
  }
}

const { json, engines, sizes, keep, questions: count = QUESTIONS } = readBenchOptions()
const report = newReport('fuzz')
for (const engine of engines) {
  for (const documents of sizes) {
    const rows = await measure(engine, documents, { count, keep })
    report.figures.push(...rows)
    report.tables.push(rows)
  }
}
printReport(report, { json })
const isBad = report.figures.some((row) => Number(row['failed']) + Number(row['too slow']) > 0)
if (isBad) process.exitCode = 1
