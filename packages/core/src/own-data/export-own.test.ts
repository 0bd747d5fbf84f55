import { auditQuerySchema } from '@teamlore/shared/audit'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import type { OwnDataLine } from '@teamlore/shared/own-data'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeListAudit } from '../identity/teams/list-audit.ts'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { makeRemember } from '../memories/remember.ts'
import { asks, type OwnSearchWorld, openSearchWorld, says } from '../search/testing/search-world.ts'
import { buildRequest, buildSession } from '../testing/ingest-builders.ts'
import { makeExportOwn } from './export-own.ts'

let world: OwnSearchWorld
let ann: TeamScope<'member'>
let bob: TeamScope<'member'>

const LONG = 'a word of a long answer, '.repeat(9_000)

const send = (by: TeamScope<'member'>, name: string, count: number) =>
  world.ingest(
    by,
    buildRequest(
      buildSession({
        native_id: name,
        messages: Array.from({ length: count }, (_, n) =>
          n === 1 ? says(n, `${name} ${LONG}`) : asks(n, `${name} asks ${n}`),
        ),
      }),
    ),
  )

const linesOf = async (scope: TeamScope): Promise<OwnDataLine[]> => {
  const lines: OwnDataLine[] = []
  for await (const line of await makeExportOwn(world)(scope)) lines.push(line)
  return lines
}

beforeAll(async () => {
  world = await openSearchWorld()
  ann = await world.person('Ann Own')
  bob = await world.person('Bob Other')
  await send(ann, 'heron', 45)
  await send(ann, 'egret', 3)
  await send(bob, 'stork', 2)
  const remember = makeRemember(world)
  await remember(ann, rememberedAs('The heron is exported.'))
  await remember(bob, rememberedAs('The stork is not.'))
})
afterAll(() => world[Symbol.asyncDispose]())

const rememberedAs = (statement: string) => rememberRequestSchema.parse({ statement })

describe('an export of what is mine', () => {
  test('has every session with each message whole, every memory I wrote, and nothing of others', async () => {
    const lines = await linesOf(ann)
    expect(lines[0]).toMatchObject({ type: 'about', user: { id: ann.userId, name: 'Ann Own' } })
    expect(lines.at(-1)).toEqual({ type: 'end', sessions: 2, messages: 48, edits: 0, memories: 1 })
    expect(lines).toHaveLength(2 + 1 + 2 + 48 + 1)
    const text = JSON.stringify(lines)
    for (const word of ['heron', 'egret']) expect(text).toContain(`${word} ${LONG.slice(0, 200)}`)
    expect(text).not.toContain('stork')
    const long = lines.find(
      (line) => line.type === 'message' && JSON.stringify(line).includes('heron a word'),
    )
    expect(JSON.stringify(long).length).toBeGreaterThan(LONG.length)
  })

  test('has edits with their lines behind their session, and names a project with its remote before it', async () => {
    const editor = await world.person('Eda Editor')
    const edit = {
      key: 'm0:0',
      message_key: 'm0',
      tool_call_id: 'call',
      ts: '2026-05-01T10:00:00.000Z',
      path: 'src/heron.ts',
      operation: 'edit' as const,
      added_lines: 1,
      removed_lines: 0,
      added: ['0123456789abcdef'],
      removed: [],
    }
    const session = buildSession({ native_id: 'edits', messages: [asks(0, 'Edit it')] })
    await world.ingest(editor, buildRequest({ ...session, edits: [edit] }))
    const lines = await linesOf(editor)
    expect(lines.map(({ type }) => type)).toEqual([
      ...['about', 'project', 'session', 'message', 'edit', 'end'],
    ])
    expect(lines[1]).toMatchObject({
      project: { remote_url: 'https://github.com/acme/parser' },
    })
    expect(lines[4]).toMatchObject({ edit })
  })

  test('has messages behind their session, in their order', async () => {
    let session = ''
    const places = new Map<string, number[]>()
    for (const line of await linesOf(ann)) {
      if (line.type === 'session') session = line.session.id
      if (line.type !== 'message') continue
      expect(line.session_id).toBe(session)
      places.set(session, [...(places.get(session) ?? []), line.message.ordinal])
    }
    expect([...places.values()].map((all) => all.length).toSorted((a, b) => a - b)).toEqual([3, 45])
    for (const all of places.values()) expect(all).toEqual(all.toSorted((a, b) => a - b))
  })

  test('of somebody without anything is who they are, and a count of nothing', async () => {
    const none = await world.person('Nora Nothing')
    expect((await linesOf(none)).map(({ type }) => type)).toEqual(['about', 'end'])
  })

  test('is written down before its first line', async () => {
    await makeExportOwn(world)(bob)
    const boss = await world.team.addMember('admin', 'Ada')
    const admin = grantTeamScope({ ...boss, actor: { kind: 'user', via: 'api_key' } }, 'admin')
    const query = auditQuerySchema.parse({ action: 'own_data.exported' })
    const { items } = await makeListAudit(world)(admin, query)
    expect(items.map(({ user }) => user?.name)).toContain('Bob Other')
  })
})
