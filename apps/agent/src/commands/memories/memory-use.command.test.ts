import type { MemoryUse } from '@teamlore/shared/memory-use'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAnsweringServer } from '../../testing/answering-server.ts'
import { fakeId, harbour } from '../../testing/fake-data.ts'
import { createTestCli } from '../../testing/test-cli.ts'

const never = { times: 0, people: 0, last_on: null }
const use: MemoryUse = {
  since: '2026-04-06',
  served: 2,
  unread: 1,
  items: [
    {
      memory_id: fakeId('mem', 1),
      kind: 'decision',
      status: 'active',
      topic: '',
      statement: 'Tides are kept in \u001b[31mUTC.',
      project: harbour,
      recorded_at: '2026-04-01T00:00:00.000Z',
      agents: { times: 3, people: 2, last_on: '2026-05-02' },
      people: { times: 1, people: 1, last_on: '2026-05-01' },
      confirmed: 1,
      contradicted: 0,
    },
    {
      memory_id: fakeId('mem', 2),
      kind: 'gotcha',
      status: 'active',
      topic: '',
      statement: 'Cranes stop at wind force seven.',
      project: null,
      recorded_at: '2026-04-01T00:00:00.000Z',
      agents: never,
      people: never,
      confirmed: 0,
      contradicted: 0,
    },
  ],
  next_cursor: null,
}

let folder: ReturnType<typeof temporaryFolder>
let answers: Record<string, unknown>
let server: Awaited<ReturnType<typeof openAnsweringServer>>
let cli: ReturnType<typeof createTestCli>
beforeEach(async () => {
  folder = temporaryFolder()
  cli = createTestCli()
  answers = { 'GET /v1/memories/use': use }
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

test('lore used says how many memories reached an agent, and of each how often', async () => {
  const { code, stdout } = await lore('used', '--all')
  expect(code).toBe(0)
  expect(stdout).toContain('Since 2026-04-06, 1 of 2 served memories reached an agent.')
  expect(stdout).toContain(
    'agents 3 times for 2 people, last on 2026-05-02 · opened 1 time · confirmed 1 time afterwards',
  )
  expect(stdout).toContain('gotcha · given to no agent')
  expect(stdout).not.toContain('\u001b[31mUTC')
})

test('lore used --unread asks for what no agent was given, within so many days', async () => {
  answers['GET /v1/memories/use'] = { ...use, unread: 0, items: [] }
  const { stdout } = await lore('used', '--unread', '--days', '90', '--all')
  expect(asked().at(-1)).toContain('unread=true')
  expect(asked().at(-1)).toContain('days=90')
  expect(stdout).toContain('Each of these reached an agent.')
})

test('lore used --json prints what the server answered', async () => {
  expect(JSON.parse((await lore('used', '--all', '--json')).stdout)).toEqual(use)
})

test('lore used refuses a number of days that the server would', async () => {
  expect((await lore('used', '--days', '900')).code).toBe(2)
})
