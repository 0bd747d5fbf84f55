import {
  type MemoryDiff,
  type MemoryLogEntry,
  memoryDiffSchema,
  memoryLogSchema,
} from '@teamlore/shared/memory-log'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAnsweringServer } from '../../testing/answering-server.ts'
import { ana, fakeId, harbour } from '../../testing/fake-data.ts'
import { createTestCli } from '../../testing/test-cli.ts'

let folder: ReturnType<typeof temporaryFolder>
let answers: Record<string, unknown>
let server: Awaited<ReturnType<typeof openAnsweringServer>>
let cli: ReturnType<typeof createTestCli>
beforeEach(async () => {
  folder = temporaryFolder()
  cli = createTestCli()
  answers = {
    'GET /v1/memories/log': { items: [replaced], next_cursor: null },
    'GET /v1/memories/diff': difference,
  }
  server = await openAnsweringServer(answers)
})
afterEach(async () => {
  cli.dispose()
  await server[Symbol.asyncDispose]()
  folder.remove()
})

const lore = (...words: string[]) =>
  cli.run(words, {
    cwd: folder.path,
    env: { LORE_SERVER: server.url, LORE_KEY: 'tlk_personal-0123456789' },
  })
const asked = () => server.asked.map(({ query }) => decodeURIComponent(query))

const AT = '2026-05-03T09:30:00.000Z'
const successor = {
  id: fakeId('mem', 2),
  statement: 'Tides are kept in UTC.',
  status: 'active' as const,
  valid_from: AT,
}
const replaced: MemoryLogEntry = {
  memory_id: fakeId('mem', 1),
  version: 2,
  event: 'replaced',
  at: AT,
  by: ana,
  change: 'superseded',
  note: 'DST',
  kind: 'decision',
  status: 'superseded',
  topic: 'Time of tides',
  statement: 'Tides are kept in \u001b[31mlocal time.',
  project: harbour,
  successor,
}
const step = {
  memory_id: fakeId('mem', 1),
  kind: 'decision' as const,
  project: harbour,
  at: AT,
  change: 'superseded',
  note: null,
  successor: null,
}
const difference: MemoryDiff = {
  from: '2026-05-01T00:00:00.000Z',
  to: AT,
  came: {
    count: 3,
    items: [
      { ...step, memory_id: fakeId('mem', 2), before: null, after: 'Tides are kept in UTC.' },
    ],
  },
  changed: { count: 0, items: [] },
  replaced: {
    count: 1,
    items: [{ ...step, before: 'Tides are kept in local time.', after: null, successor }],
  },
  withdrawn: { count: 0, items: [] },
}

describe('lore log', () => {
  test('shows each step with who took it and what holds now, and obeys no escape sequence', async () => {
    const { stdout, code } = await lore('log', '--all')
    expect(code).toBe(0)
    expect(stdout).toContain('2026-05-03  replaced   Tides are kept in local time.')
    expect(stdout).toContain('superseded by Ana')
    expect(stdout).toContain('now: Tides are kept in UTC.')
    expect(stdout).not.toContain('\u001b')
  })

  test('asks for what was said, goes on with --more, and gives JSON as it came', async () => {
    answers['GET /v1/memories/log'] = { items: [replaced], next_cursor: 'abc' }
    const words = ['--project', 'tides', '--event', 'replaced', '--from', '2026-05-01T00:00:00Z']
    const { json } = await lore('log', ...words, '--json')
    expect(memoryLogSchema.parse(json()).next_cursor).toBe('abc')
    await lore('log', '--more')
    expect(asked()).toEqual([
      'event=replaced&project=tides&from=2026-05-01T00:00:00.000Z',
      expect.stringContaining('cursor=abc'),
    ])
  })

  test('says so where nothing was recorded, and which events there are', async () => {
    answers['GET /v1/memories/log'] = { items: [], next_cursor: null }
    expect((await lore('log', '--all')).stdout).toContain('Nothing was recorded')
    const { stderr, code } = await lore('log', '--event', 'gone')
    expect([code, stderr]).toEqual([2, expect.stringContaining('withdrawn')])
  })
})

test('lore log refuses times that are the wrong way round', async () => {
  const { code, stderr } = await lore('log', '--from', '1w', '--to', '2w', '--all')
  expect([code, stderr]).toEqual([2, expect.stringContaining('--from is not before --to')])
  expect((await lore('log', '--from', 'abcdef012345', '--to', '2w', '--all')).code).toBe(0)
  expect(asked()).toHaveLength(1)
})

describe('lore diff', () => {
  test('names what is no time by what it was given as', async () => {
    expect((await lore('diff', 'lately', '--all')).stderr).toContain('FROM: "lately"')
    expect((await lore('diff', '2w', 'soon', '--all')).stderr).toContain('TO: "soon"')
  })

  test('shows what came and what was replaced, and how much it does not name', async () => {
    const { stdout, code } = await lore('diff', '2026-05-01', '--all')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^From \d{4}-\d\d-\d\d \d\d:\d\d to \d{4}-\d\d-\d\d \d\d:\d\d:/)
    expect(stdout).toContain('Came (3)\n  + Tides are kept in UTC.')
    expect(stdout).toContain('and 2 more')
    expect(stdout).toContain('- Tides are kept in local time.')
    expect(stdout).not.toContain('Withdrawn')
    expect(asked()[0]).toMatch(/^from=2026-0/)
  })

  test('takes commits as they are where this folder has no such, and refuses what is no time', async () => {
    const { json } = await lore('diff', 'abcdef012345', '0123456789ab', '--all', '--json')
    expect(json()).toEqual(memoryDiffSchema.parse(difference))
    expect(asked()).toEqual(['from=abcdef012345&to=0123456789ab'])
    expect((await lore('diff', 'lately', '--all')).code).toBe(2)
  })
})
