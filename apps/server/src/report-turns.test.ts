import { createMetrics } from '@teamlore/api'
import type { Turn } from '@teamlore/db'
import { expect, test } from 'vitest'
import { reportTurns } from './report-turns.ts'

const turnOf = (tookMs: number): Turn => ({
  lane: 'background',
  work: 'curate-project',
  waitedMs: 12,
  tookMs,
  statements: 3,
  slowest: 'select 1',
  slowestMs: tookMs,
})

const reporting = () => {
  const lines: { level: string; line: unknown }[] = []
  const metrics = createMetrics({ ofProcess: false })
  const note = (level: string) => (line: unknown) => void lines.push({ level, line })
  const log = { warn: note('warn'), debug: note('debug') }
  return { metrics, lines, report: reportTurns(metrics, log) }
}

test('how long turns took is in the metrics, by lane and job', async () => {
  const { metrics, report } = reporting()
  report(turnOf(40))
  const text = await metrics.registry.metrics()
  const labels = '{lane="background",work="curate-project"}'
  expect(text).toContain(`teamlore_database_turn_duration_seconds_sum${labels} 0.04`)
  expect(text).toContain(`teamlore_database_turn_duration_seconds_count${labels} 1`)
  expect(text).toContain('teamlore_database_turn_wait_seconds_sum{lane="background"} 0.012')
})

test('a turn of more than a second is in the log with the name of its job; short ones are not', () => {
  const { lines, report } = reporting()
  report(turnOf(40))
  report(turnOf(1_500))
  expect(lines).toMatchObject([
    { level: 'warn', line: { work: 'curate-project', took_ms: 1_500, lane: 'background' } },
  ])
})
