import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClaudeCodeSource } from '@teamlore/sources/claude-code/claude-code.source'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkTools } from '../doctor/check-tools.ts'
import { type CaptureState, readCaptureState } from '../platform/capture-state.ts'
import { serverRoot } from './state-store.ts'
import { type ImportBench, importBench } from './testing/import-bench.ts'

const FOREIGN = join(
  import.meta.dirname,
  '../../../../packages/sources/src/claude-code/fixtures/projects/-home-ada-anvil/rollout-of-codex.jsonl',
)

let bench: ImportBench
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

const stateNow = (): Promise<CaptureState | undefined> =>
  readCaptureState(serverRoot(bench.state.path, bench.server.baseUrl))

test('a file of another tool in a tool’s own folder is reported by status and doctor until it is gone', async () => {
  const path = bench.files.write('.claude/projects/-p/x.jsonl', readFileSync(FOREIGN))
  const report = await bench.runHome()
  const reason = 'is a file of Codex, not of Claude Code'
  expect(report).toMatchObject({ failed: [], skippedFiles: [{ path, reason }] })
  const state = await stateNow()
  expect(state?.tools).toMatchObject([
    { last_error: { code: 'capture.unreadable', message: `${path} ${reason}` } },
  ])
  const home = bench.files.path
  const sources = [createClaudeCodeSource({ home })]
  expect(await checkTools({ sources, state, isWatching: false, home })).toMatchObject([
    {
      state: 'warning',
      message: expect.stringContaining(reason),
      remedy: expect.stringContaining('lore import --path'),
    },
  ])
  bench.files.write('.claude/projects/-p/x.jsonl', '')
  await bench.runHome()
  expect((await stateNow())?.tools).toMatchObject([{ last_error: null }])
})

test('one that somebody named with others is passed over', async () => {
  bench.files.write('x.jsonl', readFileSync(FOREIGN))
  await bench.run()
  expect((await stateNow())?.tools).toMatchObject([{ last_error: null }])
})
