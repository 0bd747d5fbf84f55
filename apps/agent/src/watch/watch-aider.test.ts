import { appendFileSync, utimesSync } from 'node:fs'
import { createAiderSource } from '@teamlore/sources/aider/aider.source'
import { createClaudeCodeSource } from '@teamlore/sources/claude-code/claude-code.source'
import { jsonl, typed } from '@teamlore/sources/claude-code/testing/records'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type WatchBench, watchBench } from './testing/watch-bench.ts'
import { ID, isReady, PATIENT } from './testing/watch-talk.ts'

let bench: WatchBench
beforeEach(async () => {
  bench = await watchBench({
    makeSources: (surroundings) => [
      createClaudeCodeSource({ home: surroundings.home }),
      createAiderSource(surroundings),
    ],
  })
})
afterEach(() => bench.close())

const HISTORY = '.aider.chat.history.md'
const run = (time: string, asked: string) =>
  `\n# aider chat started at ${time}\n\n#### ${asked}  \n\nDone.\n\n`

const prompts = () =>
  [...bench.server.held.values()].flatMap(({ messages }) =>
    [...messages.values()].flatMap(({ kind, blocks }) =>
      kind === 'human' && blocks[0]?.type === 'text' ? [blocks[0].text] : [],
    ),
  )
const arrives = (asked: string) => expect.poll(prompts, PATIENT).toContain(asked)

test('a history that rested for months is followed from where it goes on', async () => {
  bench.home.write('.aider/analytics.json', '{}')
  bench.home.write('mill/.git/HEAD', 'ref: refs/heads/main')
  const path = bench.home.write(`mill/${HISTORY}`, run('2026-03-01 10:00:00', 'Turn the sails'))
  const long = new Date('2026-03-01T10:00:00Z')
  utimesSync(path, long, long)
  const watching = bench.start()
  await arrives('Turn the sails')
  await isReady(watching)
  appendFileSync(path, run('2026-11-02 10:00:00', 'Grease the axle'))
  await arrives('Grease the axle')
})

test('one in a project is found by the session of another tool', async () => {
  const project = bench.home.write('srv/quay/README.md', '').replace(/\/README.md$/, '')
  bench.home.write(`srv/quay/${HISTORY}`, run('2026-11-02 10:00:00', 'Paint the quay'))
  bench.home.write(bench.file(ID), jsonl([typed('u1', null, 'Begin', { cwd: project })]))
  bench.start({ sweepMs: 200 })
  await arrives('Begin')
  await arrives('Paint the quay')
})
