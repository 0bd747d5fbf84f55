import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { problem } from '../capture/testing/fake-server.ts'
import { type WatchBench, watchBench } from '../watch/testing/watch-bench.ts'

let bench: WatchBench
let root: string
beforeEach(async () => {
  bench = await watchBench()
  root = join(bench.home.path, 'work', 'harbour')
  mkdirSync(root, { recursive: true })
  write('README.md', '# Harbour')
})
afterEach(() => bench.close())

const PATIENT = { timeout: 20_000, interval: 50 }

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** A session in the project, as Claude Code writes it. */
const work = (): void => {
  const id = '0b9c2d7e-1111-4222-8333-444455556666'
  bench.home.write(
    bench.file(id),
    `${JSON.stringify({
      type: 'user',
      uuid: 'u1',
      parentUuid: null,
      sessionId: id,
      cwd: root,
      version: '2.1.0',
      timestamp: '2026-03-01T09:00:00.000Z',
      message: { role: 'user', content: 'Number the berths.' },
    })}\n`,
  )
}

const said = () =>
  bench.server.memoryFiles
    .findLast(({ project }) => project !== null)
    ?.files.map(({ path, text }) => `${path}: ${text}`)

test('a watch mirrors the memory files of projects with sessions, and follows their changes', async () => {
  write('CLAUDE.md', 'One.')
  work()
  const watching = bench.start()
  await expect.poll(said, PATIENT).toEqual(['CLAUDE.md: One.'])
  write('CLAUDE.md', 'Two.')
  await expect.poll(said, PATIENT).toEqual(['CLAUDE.md: Two.'])
  // Where nothing was before, and beside what is of no interest.
  write('src/deep/index.ts', 'export {}')
  write('.cursor/rules/style.mdc', 'Short names.')
  await expect
    .poll(said, PATIENT)
    .toEqual(['.cursor/rules/style.mdc: Short names.', 'CLAUDE.md: Two.'])
  rmSync(join(root, 'CLAUDE.md'))
  await expect.poll(said, PATIENT).toEqual(['.cursor/rules/style.mdc: Short names.'])
  await watching.stop()
})

test('a server in trouble holds up neither sessions nor the end, and gets the current text afterwards', async () => {
  bench.server.interceptMemoryFiles(() => problem(503, 'x.y', 'Starting up.'))
  write('CLAUDE.md', 'One.')
  work()
  const watching = bench.start()
  await expect.poll(() => bench.server.requests.length, PATIENT).toBe(1)
  write('CLAUDE.md', 'Two.')
  bench.server.interceptMemoryFiles(() => undefined)
  await expect.poll(said, PATIENT).toEqual(['CLAUDE.md: Two.'])
  await watching.stop()
})

test('a project whose sessions were captured before anything was mirrored is known from them', async () => {
  work()
  const before = bench.start({ options: { memoryFiles: 'none' } })
  await expect.poll(() => bench.server.requests.length, PATIENT).toBe(1)
  await expect.poll(async () => (await bench.figures())?.spool.batches, PATIENT).toBe(0)
  await before.stop()
  expect(bench.server.memoryFiles).toEqual([])
  write('CLAUDE.md', 'One.')
  bench.start()
  await expect.poll(said, PATIENT).toEqual(['CLAUDE.md: One.'])
})
