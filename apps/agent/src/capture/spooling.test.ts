import { appendFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonl, said, text, typed } from '@teamlore/sources/claude-code/testing/records'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readCaptureState } from '../platform/capture-state.ts'
import { serverRoot } from './state-store.ts'
import { problem } from './testing/fake-server.ts'
import { type ImportBench, importBench } from './testing/import-bench.ts'

const ID = '11111111-aaaa-4aaa-8aaa-111111111111'

let bench: ImportBench
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

const conversation = (turns: number, from = 0) =>
  Array.from({ length: turns }, (_, i) => i + from).flatMap((i) => [
    typed(`u${i}`, null, `question ${i}`),
    said(`a${i}`, `u${i}`, { id: `m${i}`, block: text(`answer ${i}`) }),
  ])
const write = (turns: number): string =>
  bench.files.write(`${ID}.jsonl`, jsonl(conversation(turns)))
const root = () => serverRoot(bench.state.path, bench.server.baseUrl)
const batches = (): string[] =>
  readdirSync(join(root(), 'spool')).map((name) => join(root(), 'spool', name))
const heldMessages = () => bench.server.held.get(ID)?.messages.size ?? 0
const failing = async (): Promise<void> => {
  bench.server.intercept(() => problem(503, 'x.away', 'Away.'))
  await expect(bench.run()).rejects.toThrow('Away.')
  bench.server.intercept(() => undefined)
}

describe('what could not be sent', () => {
  test('is sent by the next run, also when its file is gone by then', async () => {
    const path = write(2)
    await failing()
    expect(batches()).toHaveLength(1)
    rmSync(path)
    const report = await bench.run()
    expect(report.sent).toMatchObject({ sessions: 1, messages: 4, requests: 1 })
    expect(heldMessages()).toBe(4)
    expect(batches()).toEqual([])
  })

  test('is not captured a second time by a run that fails as well', async () => {
    const path = write(2)
    await failing()
    appendFileSync(path, jsonl(conversation(1, 2)))
    await failing()
    expect(batches()).toHaveLength(1)
    await bench.run()
    expect(heldMessages()).toBe(6)
    expect(batches()).toEqual([])
    expect((await bench.run()).sent.requests).toBe(0)
  })

  test('counts in a dry run, as the next run sends it', async () => {
    const path = write(2)
    await failing()
    const count = async (dryRun: boolean) => {
      const { sessions, messages } = (await bench.run({ dryRun })).sent
      return { sessions, messages }
    }
    expect(await count(true)).toEqual({ sessions: 1, messages: 4 })
    appendFileSync(path, jsonl(conversation(1, 2)))
    expect(await count(true)).toEqual({ sessions: 1, messages: 6 })
    expect(await count(false)).toEqual({ sessions: 1, messages: 6 })
  })

  test('is read from its file again when somebody empties the spool', async () => {
    write(2)
    await failing()
    for (const path of batches()) rmSync(path)
    expect((await bench.run()).sent.messages).toBe(4)
    expect(heldMessages()).toBe(4)
  })

  test.each([
    ['cut short', (path: string) => truncateSync(path, 300)],
    [
      'written over',
      (path: string) => {
        const header = `${JSON.stringify({ version: 1, created_at: '2026-05-01T00:00:00.000Z', tools: {}, refusals: [], quarantined_at: null })}\n`
        writeFileSync(path, `${header}nonsense`)
      },
    ],
  ])('is read from its file again when the batch was %s', async (_, damage) => {
    write(40)
    await failing()
    for (const path of batches()) damage(path)
    await bench.run()
    await bench.run()
    expect(heldMessages()).toBe(80)
    expect(batches()).toEqual([])
  })

  test('holds no secret, as nothing on the way does', async () => {
    const secret = ['ghp', 'aB3dE5gH7jK9mN1pQ4sT6vX8zC0fL2rWaB3d'].join('_')
    bench.files.write(`${ID}.jsonl`, jsonl([typed('u0', null, `Use ${secret} please`)]))
    await failing()
    await bench.run()
    expect(JSON.stringify(bench.server.requests)).not.toContain(secret)
    expect(JSON.stringify(bench.server.requests)).toContain('[REDACTED')
  })
})

describe('the figures', () => {
  test('report what was seen, sent, acknowledged and waits, and go on counting', async () => {
    const path = write(2)
    await failing()
    expect(await readCaptureState(root())).toMatchObject({
      spool: { batches: 1 },
      last_success_at: null,
      last_error: { code: 'x.away', message: 'Away.' },
      tools: [{ tool: 'claude-code', files: 1, sessions: 1, messages: 4, spooled: 4, sent: 80 }],
    })
    await bench.run()
    appendFileSync(path, jsonl(conversation(1, 2)))
    await bench.run()
    expect(await readCaptureState(root())).toMatchObject({
      writer: { kind: 'import', pid: process.pid },
      spool: { batches: 0, oldest_at: null },
      last_error: null,
      tools: [{ messages: 6, spooled: 0, acknowledged: 6, oldest_unsent_at: null }],
    })
  })

  test('report what was refused for as long as it is quarantined, not in a plain outage after it', async () => {
    const refused = async () => (await readCaptureState(root()))?.tools[0]
    write(2)
    bench.server.intercept(() => problem(500, 'x.odd', 'Odd.'))
    await bench.run()
    expect(await refused()).toMatchObject({ quarantined: 4, last_error: { code: 'x.odd' } })
    await failing()
    expect(await refused()).toMatchObject({ spooled: 4, quarantined: 0, last_error: null })
    await bench.run()
    expect(await refused()).toMatchObject({ spooled: 0, quarantined: 0, last_error: null })
  })

  test.each(['', 'no JSON', '{"version":7}'])(
    'begin again when they cannot be read (%j)',
    async (damaged) => {
      write(1)
      await bench.run()
      writeFileSync(join(root(), 'capture.json'), damaged)
      await bench.run()
      expect((await readCaptureState(root()))?.tools[0]).toMatchObject({
        messages: 2,
        acknowledged: 0,
      })
    },
  )

  test('are not written by a dry run', async () => {
    write(1)
    await bench.run({ dryRun: true })
    expect(await readCaptureState(root())).toBeUndefined()
  })
})
