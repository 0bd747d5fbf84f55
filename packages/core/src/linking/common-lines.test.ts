import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { ProjectId, SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCommit } from '../testing/commit-builders.ts'
import { buildEdit, buildMessages, buildSession } from '../testing/ingest-builders.ts'
import { createCommonLines } from './common-lines.ts'
import { at, file, lines, openLinkingWorld } from './testing/linking-world.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const setUp = async () => {
  const world = await openLinkingWorld(database)
  const ofTeam = `team_id = '${world.team.teamId}'`
  return {
    ...world,
    /** As if so many other commits had every line that sessions wrote so far: of this project, or of one unknown here. */
    landIn: async (count: number, { isOurs }: { isOurs: boolean }) => {
      const names = `select 'com_other' || n || '_' || ${isOurs} as id, n from generate_series(1, ${count}) n`
      if (isOurs)
        await readAsOwner(
          database.engine,
          `insert into teamlore.commits select (jsonb_populate_record(c, jsonb_build_object('id', o.id,
             'sha', encode(sha1_of.b, 'hex'), 'linked_at', now()))).*
           from teamlore.commits c, (${names}) o,
             lateral (select substr(sha256(o.id::bytea), 1, 20) as b) sha1_of
           where c.id = (select min(id) from teamlore.commits where ${ofTeam}) returning 1`,
        )
      await readAsOwner(
        database.engine,
        `insert into teamlore.commit_lines (team_id, key, commit_id, name, at)
         select l.team_id, l.key, o.id, l.name, '${at(1)}' from (${names}) o,
           (select distinct team_id, key, name from teamlore.edit_lines where ${ofTeam}) l returning 1`,
      )
    },
  }
}

describe('a line is written by everybody', () => {
  test('where many commits of the project have it: then it says nothing of its session', async () => {
    const { write, commit, get, landIn } = await setUp()
    await commit(buildCommit(1))
    await write('writer', lines('a'), 10)
    await landIn(200, { isOurs: true })
    await commit(buildCommit(3_000, { authored_at: at(3_000) }, file(lines('a'))))
    expect((await get(3_000)).sessions).toEqual([])
  })

  test('and not where one session wrote it again and again', async () => {
    const { send, commit, get } = await setUp()
    const { sessions } = await send(
      buildSession({
        messages: buildMessages(4),
        edits: Array.from({ length: 210 }, (_, n) =>
          buildEdit(`e${n}`, { ts: at(n + 1), added: lines('a') }),
        ),
      }),
    )
    const id = sessions[0]?.session_id as SessionId
    await commit(buildCommit(3_000, { authored_at: at(3_000) }, file(lines('a'))))
    expect((await get(3_000)).sessions).toMatchObject([{ session: { id }, relation: 'wrote' }])
  })

  test('nor where other projects have it', async () => {
    const { write, commit, get, landIn } = await setUp()
    await commit(buildCommit(1))
    const id = await write('writer', lines('a'), 10)
    await landIn(250, { isOurs: false })
    await commit(buildCommit(3_000, { authored_at: at(3_000) }, file(lines('a'))))
    expect((await get(3_000)).sessions).toMatchObject([{ session: { id }, relation: 'wrote' }])
  })

  test('is not asked for again, but in a commit of before, or in another project', () => {
    const commonIn = createCommonLines()
    const line = { print: '0123456789abcdef', is_added: true }
    const [ours, theirs] = ['prj_ours', 'prj_theirs'] as ProjectId[]
    if (ours === undefined || theirs === undefined) throw new Error('no projects')
    commonIn(ours).add(line, 200)
    commonIn(ours).add(line, 300)
    expect([199, 200, 301].map((when) => commonIn(ours).isCommon(line, when))).toEqual([
      ...[false, true, true],
    ])
    expect(commonIn(ours).isCommon({ ...line, is_added: false }, 301)).toBe(false)
    expect(commonIn(theirs).isCommon(line, 301)).toBe(false)
  })
})
