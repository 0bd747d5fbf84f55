import { readAsOwner } from '@teamlore/db/testing'
import { searchQuerySchema } from '@teamlore/shared'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
import { makeRemember } from '../memories/remember.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { foldEvidence } from './fold-evidence.ts'
import type { RankedSource } from './rank-sources.ts'
import { asks, type OwnSearchWorld, openSearchWorld, says } from './testing/search-world.ts'

let world: OwnSearchWorld
let messages: string[]
let memory: string

beforeAll(async () => {
  world = await openSearchWorld()
  await world.send(
    buildSession({
      native_id: 'ferry',
      messages: [
        asks(0, 'How long may the ferry wait for a late train?'),
        says(1, 'The ferry waits for a late train, nine minutes at most, said the harbour master.'),
        says(2, 'So the ferry waits nine minutes for the train, and no longer than that.'),
        says(3, 'Unrelated words about painting of the ferry in blue before the summer.'),
      ],
    }),
  )
  const found = await readAsOwner<{ id: string }>(
    world.engine,
    `select id from teamlore.messages where team_id = '${world.team.teamId}' order by ordinal`,
  )
  messages = found.map(({ id }) => id)
  const made = await makeRemember({ unitOfWork: world.unitOfWork })(
    world.scope,
    rememberRequestSchema.parse({
      statement: 'The ferry waits at most nine minutes for a late train.',
      project: 'parser',
      evidence: [
        { kind: 'message', ref: messages[1], quote: 'nine minutes at most' },
        { kind: 'message', ref: messages[2], quote: 'nine minutes for the train' },
      ],
    }),
  )
  memory = made.id
  await world.embed()
})
afterAll(() => world[Symbol.asyncDispose]())

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id)

describe('a memory that answers', () => {
  test('stands in the place of the messages it rests on, and says how many they are', async () => {
    const { items } = await world.ask('ferry waits late train minutes')
    const at = items.findIndex(({ id }) => id === memory)
    expect(items[at]?.evidence).toEqual({
      messages: 2,
      findings: 0,
      ids: expect.arrayContaining([messages[1], messages[2]]),
    })
    expect(at).toBeLessThanOrEqual(1)
    expect(ids(items)).not.toContain(messages[1])
    expect(ids(items)).toContain(messages[0])
  })

  test('leaves alone what it does not rest on', async () => {
    const { items } = await world.ask('painting of the ferry')
    expect(ids(items)).toContain(messages[3])
  })

  test('leaves the messages where they are asked for', async () => {
    for (const more of [{ scope: 'session' as const }, { type: 'message' }]) {
      const { items } = await world.ask('ferry waits late train minutes', more)
      expect(ids(items)).toEqual(expect.arrayContaining([messages[1]]))
    }
  })

  test('takes no place of what is not for the asker to see, nor shows it', async () => {
    const colleague = await world.team.addMember('member', 'Bob')
    const scope = grantTeamScope(
      { ...colleague, actor: { kind: 'user', via: 'api_key' } },
      'viewer',
    )
    const all = await world.search(scope, searchQuerySchema.parse({ q: 'ferry waits late train' }))
    expect(ids(all.items)).toContain(memory)
    await readAsOwner(
      world.engine,
      `update teamlore.memories set private_to = '${world.scope.userId}' where id = '${memory}' returning 1`,
    )
    await readAsOwner(
      world.engine,
      `update teamlore.documents set private_to = '${world.scope.userId}' where source_id = '${memory}' returning 1`,
    )
    await readAsOwner(
      world.engine,
      `update teamlore.memory_evidence set private_to = '${world.scope.userId}' where memory_id = '${memory}' returning 1`,
    )
    const { items } = await world.search(
      scope,
      searchQuerySchema.parse({ q: 'ferry waits late train' }),
    )
    expect(ids(items)).not.toContain(memory)
    expect(ids(items)).toContain(messages[1])
  })
})

describe('what stands for what', () => {
  const source = (sourceId: string, kind: string, score: number, more = {}): RankedSource =>
    ({ row: { sourceId, kind, status: 'current' }, score, match: 'both', ...more }) as RankedSource
  const fold = (ranked: RankedSource[], pairs: [string, string][]) =>
    foldEvidence(
      {
        evidenceInHits: async () => pairs.map(([memoryId, sourceId]) => ({ memoryId, sourceId })),
      },
      ranked,
    )
  const order = (ranked: RankedSource[]) => ranked.map(({ row }) => row.sourceId)

  test('is in the place of the best of its evidence', async () => {
    const ranked = [
      source('msg_1', 'message', 10),
      source('msg_2', 'message', 9),
      source('mem_1', 'memory', 6),
      source('obs_1', 'observation', 5),
    ]
    const folded = await fold(ranked, [
      ['mem_1', 'msg_1'],
      ['mem_1', 'obs_1'],
    ])
    expect(order(folded)).toEqual(['mem_1', 'msg_2'])
    expect(folded[0]).toMatchObject({
      evidence: { messages: 1, findings: 1, ids: ['msg_1', 'obs_1'] },
      score: 10,
    })
  })

  test.each([
    ['fits much less than its evidence', source('mem_1', 'memory', 4)],
    ['is only loosely related', source('mem_1', 'memory', 9, { match: 'loose' })],
    [
      'nobody reviewed',
      source('mem_1', 'memory', 9, {
        row: { sourceId: 'mem_1', kind: 'memory', status: 'unreviewed' },
      }),
    ],
  ])('is nothing for a memory that %s', async (_why, memoryOf) => {
    const ranked = [source('msg_1', 'message', 10), memoryOf]
    expect(order(await fold(ranked, [['mem_1', 'msg_1']]))).toEqual(['msg_1', 'mem_1'])
  })

  test('is one message for one memory alone', async () => {
    const ranked = [
      source('mem_1', 'memory', 8),
      source('mem_2', 'memory', 8),
      source('msg_1', 'message', 7),
    ]
    const folded = await fold(ranked, [
      ['mem_1', 'msg_1'],
      ['mem_2', 'msg_1'],
    ])
    expect(order(folded)).toEqual(['mem_1', 'mem_2'])
    expect(folded.filter(({ evidence }) => evidence !== undefined)).toHaveLength(1)
  })
})
