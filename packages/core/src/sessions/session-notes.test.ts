import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { TeamRole } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeGetSession } from './get-session.ts'
import { makeListSessions } from './list-sessions.ts'
import {
  makeCreateSessionNote,
  makeListSessionTags,
  makeRemoveSessionNote,
  makeRestoreSessionNote,
} from './session-notes.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const SECRET = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6'}`

const openWorld = async () => {
  const world = await createIngestWorld(database.engine)
  const { sessions } = await world.send(buildSession())
  const id = sessions[0]?.session_id ?? ''
  const create = makeCreateSessionNote(world.team)
  const get = makeGetSession(world.team)
  const scopeOf = async (role: TeamRole) => {
    const person = await world.team.addMember(role)
    return grantTeamScope({ ...person, actor: { kind: 'user', via: 'api_key' } }, 'member')
  }
  return {
    ...world,
    id,
    create,
    scopeOf,
    get: (scope = world.scope) => get(scope, { id }),
    say: (kind: 'tag' | 'annotation' | 'summary', text: string, scope = world.scope) =>
      create(scope, { id, kind, text }),
    remove: makeRemoveSessionNote(world.team),
    restore: makeRestoreSessionNote(world.team),
    list: makeListSessions(world.team),
    tags: makeListSessionTags(world.team),
  }
}

describe('a tag', () => {
  test('is one however it is spelled, and finds its session', async () => {
    const { say, get, list, tags, scope, id } = await openWorld()
    const first = await say('tag', 'Perf')
    expect(await say('tag', '#perf ')).toEqual(first)
    await say('tag', 'release-2.1')
    expect((await get()).tags).toEqual(['perf', 'release-2.1'])
    const found = await list(scope, { tag: 'PERF', limit: 10 })
    expect(found.items.map((session) => session.id)).toEqual([id])
    expect((await list(scope, { tag: 'other', limit: 10 })).items).toEqual([])
    expect(await tags(scope, { prefix: 're', limit: 10 })).toEqual({
      items: [{ tag: 'release-2.1', sessions: 1 }],
    })
  })

  test.each(['', '  ', 'two words', '-x', 'a'.repeat(51), '<script>', 'a\u202eb'])(
    'that is none (%j) is refused with what a tag looks like',
    async (text) => {
      const { say } = await openWorld()
      await expect(say('tag', text)).rejects.toMatchObject({
        code: 'session_note.tag_invalid',
        message: expect.stringContaining('letters, digits'),
      })
    },
  )

  test('that is a secret is refused, since nothing of it may be stored', async () => {
    const { say, get } = await openWorld()
    await expect(say('tag', SECRET)).rejects.toMatchObject({ code: 'session_note.tag_secret' })
    expect((await get()).tags).toEqual([])
  })

  test('is removed and restored by anybody who may give one', async () => {
    const { say, get, remove, restore, scopeOf } = await openWorld()
    const { id } = await say('tag', 'perf')
    const colleague = await scopeOf('member')
    await remove(colleague, { id })
    await remove(colleague, { id })
    expect((await get()).tags).toEqual([])
    await restore(colleague, { id: id.slice(0, 16) })
    expect((await get()).tags).toEqual(['perf'])
  })
})

describe('words of a person', () => {
  test('stand with the session under their name, and a new summary replaces their last one', async () => {
    const { say, get, scopeOf } = await openWorld()
    const bo = await scopeOf('member')
    await say('summary', 'First try.')
    await say('summary', 'Second try.')
    await say('summary', 'As Bo saw it.', bo)
    await say('annotation', 'The second commit matters.', bo)
    const { notes } = await get()
    expect(notes.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'summary: Second try.',
      'summary: As Bo saw it.',
      'annotation: The second commit matters.',
    ])
    expect(notes[1]?.author.id).toBe(bo.userId)
  })

  test('are removed by their author, who had the session, or an admin; by nobody else', async () => {
    const { say, remove, restore, scope, scopeOf } = await openWorld()
    const [bo, cy, admin] = [
      await scopeOf('member'),
      await scopeOf('member'),
      await scopeOf('admin'),
    ]
    const { id } = await say('annotation', 'Mine.', bo)
    await expect(remove(cy, { id })).rejects.toMatchObject({ code: 'session_note.not_yours' })
    for (const who of [bo, scope, admin]) {
      expect((await remove(who, { id })).removed_at).not.toBeNull()
      expect((await restore(who, { id })).removed_at).toBeNull()
    }
  })

  test('of an earlier summary take the place of the later one when they are restored', async () => {
    const { say, get, restore, scope } = await openWorld()
    const first = await say('summary', 'First.')
    await say('summary', 'Second.')
    await restore(scope, { id: first.id })
    expect((await get()).notes.map(({ text }) => text)).toEqual(['First.'])
  })

  test('lose their secrets, and are refused where there are none', async () => {
    const { say } = await openWorld()
    const { text } = await say('annotation', `The token was ${SECRET}.`)
    expect(text).not.toContain(SECRET)
    await expect(say('summary', ' \n ')).rejects.toMatchObject({ code: 'session_note.empty' })
    expect((await say('annotation', 'nul \0')).text).toBe('nul \ufffd')
  })

  test('end at 200 notes of one session', async () => {
    const { say } = await openWorld()
    for (let n = 0; n < 200; n += 1) await say('tag', `t${n}`)
    await expect(say('annotation', 'One more.')).rejects.toMatchObject({
      code: 'session_note.full',
    })
  }, 120_000)
})

describe('notes of a private session', () => {
  test('are read by nobody else, nor added by them', async () => {
    const { say, create, remove, id, tags, scopeOf, team, scope } = await openWorld()
    const note = await say('tag', 'secret-plan')
    await database.engine.db.execute(
      `update teamlore.sessions set private_to = user_id where team_id = '${team.teamId}'`,
    )
    const bo = await scopeOf('owner')
    expect((await tags(bo, { limit: 10 })).items).toEqual([])
    expect((await tags(scope, { limit: 10 })).items).toHaveLength(1)
    const mine = { id, kind: 'tag', text: 'mine' } as const
    await expect(create(bo, mine)).rejects.toMatchObject({ code: 'session.not_found' })
    await expect(remove(bo, { id: note.id })).rejects.toMatchObject({
      code: 'session_note.not_found',
    })
  })
})
