import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { SetProject } from '@teamlore/shared/projects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantSystemScope, grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { makeLinkCommits } from '../linking/link-commits.ts'
import { makeCreateLink, makeListLinks } from '../links/links.ts'
import { makeGrantProject, makeSetProject } from '../projects/manage-projects.ts'
import { buildCommit, buildCommits, hashOfNumber } from '../testing/commit-builders.ts'
import { buildEdit, buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { projectWithCommits } from '../testing/project-with-commits.ts'
import { makeGetCommit, makeListCommits } from './get-commit.ts'
import { makeIngestCommits } from './ingest-commits.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const setUp = async () => {
  const world = await createIngestWorld(database.engine)
  const { unitOfWork } = world.team
  return {
    ...world,
    commit: makeIngestCommits({ unitOfWork }),
    /** What the worker does with commits that came in. */
    link: async () =>
      makeLinkCommits({ unitOfWork })(grantSystemScope(world.team.teamId), {
        projectId: await projectWithCommits(database, world.team.teamId),
      }),
    get: makeGetCommit({ unitOfWork }),
    engineOf: (statement: string) => readAsOwner(database.engine, `${statement} returning 1`),
    list: (query = {}) => makeListCommits({ unitOfWork })(world.scope, { limit: 50, ...query }),
    eve: grantTeamScope(
      { ...(await world.team.addMember('member')), actor: { kind: 'user', via: 'api_key' } },
      'member',
    ),
  }
}

/** Counts transactions, and may lose its power at one of them. */
const counted = ({ unitOfWork }: Awaited<ReturnType<typeof setUp>>['team'], losesPowerAt = 0) => {
  let portions = 0
  const inTeam: typeof unitOfWork.inTeam = (...asked) => {
    if (++portions === losesPowerAt) throw new Error('The machine lost its power.')
    return unitOfWork.inTeam(...asked)
  }
  return { unitOfWork: { inTeam }, portions: () => portions }
}

describe('commits that a machine sends', () => {
  test('are kept with their files and found by id, hash and its beginning', async () => {
    const { commit, get, list, scope } = await setUp()
    const answer = await commit(scope, buildCommits(buildCommit(1), buildCommit(2)))
    expect(answer.commits).toEqual({ received: 2, inserted: 2, unchanged: 0 })
    const { items } = await list()
    expect(items.map(({ subject }) => subject)).toEqual(['Commit number 2', 'Commit number 1'])
    const [second] = items
    for (const id of [second?.id ?? '', hashOfNumber(2), hashOfNumber(2).slice(0, 8)])
      expect(await get(scope, { id })).toMatchObject({
        sha: hashOfNumber(2),
        files: [{ path: 'src/parser.ts', status: 'modified', added_lines: 1 }],
        sessions: [],
        is_linked: false,
      })
  })

  test('change nothing when they come again, and add nothing to what stands', async () => {
    const { commit, link, scope, count } = await setUp()
    await commit(scope, buildCommits(buildCommit(1)))
    await link()
    const again = await commit(scope, buildCommits(buildCommit(1), buildCommit(1)))
    expect(again.commits).toEqual({ received: 2, inserted: 0, unchanged: 2 })
    await link()
    expect(await count('commits')).toBe(1)
    expect(await count('commit_files')).toBe(1)
    expect(await count('commit_lines')).toBe(2)
    expect(await count('documents')).toBe(1)
  })

  test('are taken by portions, of which each stays though the next one fails', async () => {
    const { commit, scope, count, team } = await setUp()
    const all = Array.from({ length: 120 }, (_, n) => buildCommit(n + 1))
    const { unitOfWork } = counted(team, 3)
    const failing = makeIngestCommits({ unitOfWork })(scope, buildCommits(...all))
    await expect(failing).rejects.toThrow('lost its power')
    // The machine heard nothing, so it sends all of it again.
    const { commits } = await commit(scope, buildCommits(...all))
    expect(commits).toEqual({ received: 120, inserted: 20, unchanged: 100 })
    for (const table of ['commits', 'commit_files', 'documents'])
      expect([table, await count(table)]).toEqual([table, 120])
  })

  test('with many lines are a portion of their own each', async () => {
    const { scope, team } = await setUp()
    const prints = (n: number) =>
      Array.from({ length: 10_000 }, (_, line) => (n * 1e6 + line).toString(16).padStart(16, '0'))
    const { unitOfWork, portions } = counted(team)
    const large = [1, 2, 3].map((n) => buildCommit(n, {}, { added: prints(n) }))
    const { commits } = await makeIngestCommits({ unitOfWork })(scope, buildCommits(...large))
    expect([commits.inserted, portions()]).toEqual([3, 3])
  })

  test('at the same time from two machines are one', async () => {
    const { commit, scope, count } = await setUp()
    await Promise.all([1, 2, 3].map(() => commit(scope, buildCommits(buildCommit(1)))))
    expect(await count('commits')).toBe(1)
    expect(await count('commit_files')).toBe(1)
  })

  test('are another team’s only when that team sends them, and cannot be opened across', async () => {
    const ours = await setUp()
    const theirs = await setUp()
    await ours.commit(ours.scope, buildCommits(buildCommit(1)))
    await expect(theirs.get(theirs.scope, { id: hashOfNumber(1) })).rejects.toMatchObject({
      code: 'commit.not_found',
    })
    expect((await theirs.list()).items).toEqual([])
    const [row] = (await ours.list()).items
    await expect(theirs.get(theirs.scope, { id: row?.id ?? '' })).rejects.toMatchObject({
      code: 'commit.not_found',
    })
  })

  test('of a private project are seen by their owner alone', async () => {
    const { commit, scope, list, get, eve } = await setUp()
    await commit(scope, buildCommits())
    await readAsOwner(
      database.engine,
      `update teamlore.projects set default_visibility = 'private' where team_id = '${scope.teamId}' returning 1`,
    )
    await commit(scope, buildCommits(buildCommit(1)))
    expect((await list()).items).toHaveLength(1)
    await expect(get(eve, { id: hashOfNumber(1) })).rejects.toMatchObject({
      code: 'commit.not_found',
    })
  })

  test('lose their secrets, and keep nothing that a database cannot hold', async () => {
    const { commit, scope, list } = await setUp()
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const answer = await commit(
      scope,
      buildCommits(buildCommit(1, { subject: `Use ${token}\u0000 here` })),
    )
    expect(answer.server_redactions).toBe(1)
    const [item] = (await list()).items
    expect(item?.subject).not.toContain(token)
    expect(item?.subject).toContain('here')
  })

  test('say what git rewrote, where both are known', async () => {
    const { commit, get, scope } = await setUp()
    await commit(scope, {
      ...buildCommits(buildCommit(1), buildCommit(2)),
      rewrites: [
        { from: hashOfNumber(1), to: hashOfNumber(2) },
        { from: hashOfNumber(7), to: hashOfNumber(2) },
      ],
    })
    expect((await get(scope, { id: hashOfNumber(2) })).replaces).toMatchObject([
      { sha: hashOfNumber(1), part: 1 },
    ])
    expect((await get(scope, { id: hashOfNumber(1) })).replaced_by).toMatchObject([
      { sha: hashOfNumber(2) },
    ])
  })

  test('lines have the same key as those of a session that wrote them', async () => {
    const { commit, link, scope, send, rowsOf } = await setUp()
    const print = 'fedcba9876543210'
    await send(
      buildSession({ edits: [buildEdit('e', { added: [print], path: '/x/src/parser.ts' })] }),
    )
    await commit(
      scope,
      buildCommits(buildCommit(1, {}, { added: [print], removed: [print], path: 'lib/parser.ts' })),
    )
    await link()
    const written = await rowsOf('edit_lines', 'key::text, name')
    const landed = await rowsOf('commit_lines', 'key::text, name')
    expect(written).toHaveLength(1)
    expect(landed).toHaveLength(2)
    expect(landed).toContainEqual(written[0])
  })
})

describe('commits that somebody sends from outside of a restricted project', () => {
  const world = async () => {
    const at = await setUp()
    const { unitOfWork } = at.team
    const person = async (role: 'member' | 'admin', name: string) =>
      grantTeamScope(
        { ...(await at.team.addMember(role, name)), actor: { kind: 'user', via: 'api_key' } },
        role,
      )
    const [ada, mia] = [await person('admin', 'Ada'), await person('member', 'Mia')]
    await at.commit(at.scope, buildCommits(buildCommit(9)))
    const [project] = await at.rowsOf('projects', 'id')
    const id = project?.['id'] as string
    const admin = ada as TeamScope<'admin'>
    const set = (asked: SetProject) => makeSetProject({ unitOfWork })(admin, { id, ...asked })
    const grant = (who: TeamScope) =>
      makeGrantProject({ unitOfWork })(admin, { id, user: who.userId })
    await set({ is_restricted: true })
    await grant(at.scope)
    const seenBy = async (who: TeamScope) =>
      (await makeListCommits({ unitOfWork })(who, { limit: 50 })).items.map(
        ({ subject }) => subject,
      )
    return { ...at, ada, mia, set, grant, seenBy, id }
  }

  test('are read by its members as soon as their sender is let in, and counted among their words', async () => {
    const { commit, eve, mia, scope, grant, seenBy, rowsOf } = await world()
    await commit(eve, buildCommits(buildCommit(1, { subject: 'Quokka' })))
    await commit(mia, buildCommits(buildCommit(2)))
    expect(await seenBy(scope)).toEqual(['Commit number 9'])
    await grant(eve)
    expect(await seenBy(scope)).toEqual(['Commit number 9', 'Quokka'])
    expect(await seenBy(eve)).toEqual(['Commit number 9', 'Quokka'])
    for (const table of ['commits', 'commit_files', 'documents'])
      expect(new Set((await rowsOf(table, 'private_to')).map((row) => row['private_to']))).toEqual(
        new Set([null, mia.userId]),
      )
  })

  test('are one with what the members have, also when they come again', async () => {
    const { commit, link, get, eve, scope, grant, seenBy, rowsOf } = await world()
    await commit(eve, buildCommits(buildCommit(1), buildCommit(9)))
    await link()
    expect(await rowsOf('commit_lines')).toHaveLength(6)
    await grant(eve)
    await commit(eve, buildCommits(buildCommit(1), buildCommit(9)))
    await link()
    for (const who of [eve, scope]) {
      expect(await seenBy(who)).toEqual(['Commit number 9', 'Commit number 1'])
      for (const n of [1, 9])
        expect(await get(who, { id: hashOfNumber(n) })).toMatchObject({ sha: hashOfNumber(n) })
    }
    expect(await rowsOf('documents', 'source_id')).toHaveLength(2)
    expect(await rowsOf('commit_lines')).toHaveLength(4)
  })

  test('are read by everybody when it is restricted no more, unless its work is private', async () => {
    const { commit, eve, mia, scope, set, seenBy } = await world()
    await commit(eve, buildCommits(buildCommit(1)))
    await set({ default_visibility: 'private' })
    await commit(mia, buildCommits(buildCommit(2)))
    await set({ is_restricted: false })
    expect(await seenBy(scope)).toEqual(['Commit number 9'])
    await set({ is_restricted: true })
    await set({ default_visibility: 'team', is_restricted: false })
    expect(await seenBy(scope)).toEqual(['Commit number 9', 'Commit number 1'])
  })

  test('do not make a second one of what their sender reads there', async () => {
    const { commit, scope, set, count } = await world()
    await set({ default_visibility: 'private' })
    const again = await commit(scope, buildCommits(buildCommit(9)))
    expect(again.commits).toMatchObject({ inserted: 0, unchanged: 1 })
    expect(await count('commits')).toBe(1)
  })
})

describe('a commit that several projects have', () => {
  const fork = { remote_url: 'https://git.test/fork.git', root_commit: null, root_path: '/f' }

  test('is the one that came last by its hash, and that of the session that it is linked to', async () => {
    const { commit, get, scope, send, team } = await setUp()
    await commit(scope, buildCommits(buildCommit(1)))
    await commit(scope, { ...buildCommits(buildCommit(1), buildCommit(2)), project: fork })
    for (const id of [hashOfNumber(1), hashOfNumber(1).slice(0, 9)])
      expect((await get(scope, { id })).project?.name).toContain('fork')
    const [session] = (await send(buildSession())).sessions
    const { link } = await makeCreateLink(team)(scope, {
      session: session?.session_id ?? '',
      type: 'commit',
      target: hashOfNumber(1),
      dry_run: false,
    })
    const home = await get(scope, { id: link?.commit?.id ?? '' })
    expect(home.project?.name).not.toContain('fork')
    const { items } = await makeListLinks(team)(scope, {
      commit: hashOfNumber(1),
      min_confidence: 0,
    })
    expect(items).toHaveLength(1)
  })

  test('is never one of a project that is closed to the asker', async () => {
    const { commit, get, scope, eve, rowsOf, engineOf } = await setUp()
    await commit(eve, buildCommits(buildCommit(1)))
    await engineOf(`update teamlore.projects set is_restricted = true where id = (
      select project_id from teamlore.commits where sha = '${hashOfNumber(1)}' and team_id = '${scope.teamId}')`)
    await commit(scope, { ...buildCommits(buildCommit(1)), project: fork })
    await commit(scope, buildCommits(buildCommit(1)))
    expect(await rowsOf('commits')).toHaveLength(3)
    expect((await get(scope, { id: hashOfNumber(1) })).project?.name).toContain('fork')
  })
})
