import { appendFileSync, writeFileSync } from 'node:fs'
import { jsonl, said, text, typed } from '@teamlore/sources/claude-code/testing/records'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { problem } from '../capture/testing/fake-server.ts'
import { type ImportBench, importBench } from '../capture/testing/import-bench.ts'
import type { CaptureState } from '../platform/capture-state.ts'
import { type WatchBench, watchBench } from '../watch/testing/watch-bench.ts'
import { toCaptureReport } from './capture-report.ts'
import { createReporter } from './reporter.ts'

const ID = '11111111-aaaa-4aaa-8aaa-111111111111'
const turn = (i: number) => [
  typed(`u${i}`, null, `question ${i}`),
  said(`a${i}`, `u${i}`, { id: `m${i}`, block: text(`answer ${i}`) }),
]
const PATIENT = { timeout: 20_000, interval: 20 }

const machine = { fingerprint: '0'.repeat(32), name: 'test', platform: 'test', agent_version: '0' }

describe('after an import', () => {
  let bench: ImportBench
  beforeEach(async () => {
    bench = await importBench()
  })
  afterEach(() => bench.close())

  test('the server learns what was seen of each tool and what became of it', async () => {
    bench.files.write(`${ID}.jsonl`, `${jsonl(turn(0))}no record\n`)
    await bench.run()
    expect(bench.server.reports).toMatchObject([
      {
        machine: { name: 'test' },
        watching: false,
        spool: { batches: 0 },
        tools: [
          {
            tool: 'claude-code',
            label: 'Claude Code',
            files: 1,
            sessions: 1,
            messages: 2,
            prompts: 1,
            acknowledged: 2,
            spooled: 0,
            quarantined: 0,
            left_out: 0,
            bad_lines: 1,
            oldest_unsent_at: null,
            last_error: null,
          },
        ],
      },
    ])
    expect(bench.server.reports[0]?.tools[0]?.last_success_at).not.toBeNull()
  })

  test('what the server will not have is in it', async () => {
    bench.server.intercept(() => problem(422, 'x.odd', 'Session is odd.'))
    bench.files.write(`${ID}.jsonl`, jsonl(turn(0)))
    await bench.run()
    expect(bench.server.reports[0]).toMatchObject({
      rejected: { batches: 1 },
      tools: [{ quarantined: 2, last_error: { code: 'x.odd' } }],
    })
  })

  test('sessions kept back by choice are counted, and no longer once they are wanted', async () => {
    const project = bench.files.path
    const records = turn(0).map((record) => ({ ...record, cwd: project }))
    bench.files.write(`${ID}.jsonl`, jsonl(records))
    writeFileSync(`${project}/.loreignore`, '*\n')
    await bench.run()
    expect(bench.server.reports[0]?.tools).toMatchObject([
      { left_out: 1, sessions: 0, messages: 0 },
    ])
    writeFileSync(`${project}/.loreignore`, 'secret.txt\n')
    await bench.run()
    await bench.run()
    expect(bench.server.reports[2]?.tools).toMatchObject([
      { left_out: 0, sessions: 1, messages: 2 },
    ])
  })

  test('nothing is reported by a dry run', async () => {
    bench.files.write(`${ID}.jsonl`, jsonl(turn(0)))
    await bench.run({ dryRun: true })
    expect(bench.server.reports).toEqual([])
  })
})

describe('a watch', () => {
  let bench: WatchBench
  beforeEach(async () => {
    bench = await watchBench()
  })
  afterEach(() => bench.close())

  test('reports to the server that it watches, and with its last word that nobody does', async () => {
    const path = bench.home.write(bench.file(ID), jsonl(turn(0)))
    const watching = bench.start()
    await expect.poll(() => bench.server.reports[0]?.watching, PATIENT).toBe(true)
    appendFileSync(path, jsonl(turn(1)))
    // The server has it before the watch has heard that it does.
    const acknowledged = async () => (await bench.figures())?.tools[0]?.acknowledged
    await expect.poll(acknowledged, PATIENT).toBe(4)
    await watching.stop()
    expect(bench.server.reports.at(-1)).toMatchObject({
      watching: false,
      tools: [{ messages: 4, acknowledged: 4, spooled: 0 }],
    })
  })
})

const stateOf = (fields: Partial<CaptureState> = {}): CaptureState => ({
  version: 1,
  server: 'http://x',
  since: '2026-05-01T00:00:00.000Z',
  written_at: '2026-05-01T00:00:00.000Z',
  writer: { pid: 1, kind: 'watch', started_at: '2026-05-01T00:00:00.000Z' },
  spool: { batches: 0, bytes: 0, limit_bytes: 1, oldest_at: null },
  rejected: { batches: 0, bytes: 0 },
  last_success_at: null,
  last_error: null,
  paused: null,
  tools: [],
  ...fields,
})

describe('the reporter', () => {
  test('sends at most every ten seconds while something happens, every minute while nothing does', async () => {
    let time = 0
    let reports = 0
    const reporter = createReporter({
      client: { capture: { report: async () => void reports++ } as never },
      record: { state: stateOf },
      mirrorFigures: async () => undefined,
      machine,
      now: () => new Date(0),
      clock: () => time,
    })
    const settle = () => new Promise((resolve) => setImmediate(resolve))
    const at = async (ms: number): Promise<number> => {
      time = ms
      reporter.offer()
      await settle()
      return reports
    }
    expect(await at(0)).toBe(1)
    expect(await at(59_999)).toBe(1)
    expect(await at(60_000)).toBe(2)
    reporter.changed()
    expect(await at(69_999)).toBe(2)
    expect(await at(70_000)).toBe(3)
  })

  test('takes it easy when the server does not want to know', async () => {
    const reporter = createReporter({
      client: { capture: { report: () => Promise.reject(new Error('no such route')) } as never },
      record: { state: stateOf },
      mirrorFigures: async () => undefined,
      machine,
      now: () => new Date(0),
      clock: () => 0,
    })
    reporter.offer()
    await expect(reporter.end()).resolves.toBeUndefined()
  })
})

test('a report bounds its sentences and keeps secrets out of them', () => {
  const secret = ['ghp', 'aB3dE5gH7jK9mN1pQ4sT6vX8zC0fL2rWaB3d'].join('_')
  const message = `${secret} ${'x'.repeat(5_000)}`
  const report = toCaptureReport(
    stateOf({ last_error: { at: '2026-05-01T00:00:00.000Z', code: 'c'.repeat(200), message } }),
    { machine, isWatching: true, memoryFiles: undefined, now: new Date(0) },
  )
  expect(report.last_error?.message).toMatch(/^\[REDACTED/)
  expect(report.last_error?.message.length).toBeLessThanOrEqual(500)
  expect(report.last_error?.code.length).toBe(100)
})
