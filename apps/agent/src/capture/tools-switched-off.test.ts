import { jsonl, said, text, typed } from '@teamlore/sources/claude-code/testing/records'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type WatchBench, watchBench } from '../watch/testing/watch-bench.ts'
import { type ImportBench, importBench } from './testing/import-bench.ts'

const ID = '11111111-aaaa-4aaa-8aaa-111111111111'
const turn = [typed('u0', null, 'question'), said('a0', 'u0', { id: 'm0', block: text('answer') })]

describe('an import with a tool switched off', () => {
  let bench: ImportBench
  beforeEach(async () => {
    bench = await importBench()
  })
  afterEach(() => bench.close())

  test('sends nothing of it and reports that to the server, and all of it once it is on again', async () => {
    bench.files.write(`.claude/projects/-p/${ID}.jsonl`, jsonl(turn))
    const off = await bench.run({ toolsOff: ['claude-code'] })
    expect(off.sent.sessions).toBe(0)
    expect(off.skippedFiles).toMatchObject([
      { reason: expect.stringContaining('switched off; `lore tools on claude-code`') },
    ])
    expect(bench.server.reports.at(-1)).toMatchObject({ tools_off: ['claude-code'] })
    const on = await bench.run({ toolsOff: [] })
    expect(on.sent).toMatchObject({ sessions: 1, messages: 2 })
    expect(bench.server.reports.at(-1)).toMatchObject({ tools_off: [] })
  })
})

describe('a watch with a tool switched off', () => {
  let bench: WatchBench
  beforeEach(async () => {
    bench = await watchBench()
  })
  afterEach(() => bench.close())

  test('does not read it', async () => {
    bench.home.write(bench.file(ID), jsonl(turn))
    const watching = bench.start({ options: { toolsOff: ['claude-code'] } })
    await expect.poll(() => watching.events.length, { timeout: 20_000 }).toBeGreaterThan(0)
    expect(watching.events[0]).toEqual({ kind: 'ready', tools: [], files: 0 })
    await watching.stop()
    expect(bench.server.reports.at(-1)).toMatchObject({ tools_off: ['claude-code'] })
  })
})
