import { createHash } from 'node:crypto'
import { createUnitOfWork } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { IngestCommit } from '@teamlore/shared/commits'
import type { SharedCommit, SharedHunk } from '@teamlore/shared/shared-code'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { openLinkingWorld } from '../linking/testing/linking-world.ts'
import { makeSetProject } from '../projects/manage-projects.ts'
import { buildCommit, buildCommits, hashOfNumber } from '../testing/commit-builders.ts'
import { makeGetSharedFile } from './get-shared-file.ts'
import { makeStoreSharedCode } from './store-shared-code.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const PATH = 'src/parser.ts'
const printOf = (line: string) =>
  createHash('sha256').update(line.trim()).digest('hex').slice(0, 16)
const hunk = (at: number, removed: number, lines: string[]): SharedHunk => ({
  at,
  removed,
  added: lines.length,
  lines,
})
const code = (n: number, hunks: SharedHunk[], more: object = {}): SharedCommit => ({
  sha: hashOfNumber(n),
  is_cut: false,
  files: [{ path: PATH, old_path: null, status: n === 1 ? 'added' : 'modified', hunks, ...more }],
})

const setUp = async () => {
  const world = await openLinkingWorld(database)
  const { unitOfWork } = world.team
  const person = async <R extends 'admin' | 'member'>(role: R) =>
    grantTeamScope({ ...(await world.team.addMember(role)), actor: world.principal.actor }, role)
  const admin = (await person('admin')) as TeamScope<'admin'>
  const commit = async (...commits: IngestCommit[]) => world.commit(...commits)
  const { machine, project } = buildCommits()
  const send = (commits: SharedCommit[], { as = world.scope, asked = [] as string[] } = {}) =>
    makeStoreSharedCode({ unitOfWork })(as, { machine, project, asked, commits })
  const set = async (asked: Parameters<ReturnType<typeof makeSetProject>>[1]) =>
    makeSetProject({ unitOfWork })(admin, asked)
  const projectId = async () => ((await world.rowsOf('projects', 'id'))[0] as { id: string }).id
  return {
    ...world,
    admin,
    commit,
    send,
    set,
    projectId,
    share: async (shares_code: boolean) => set({ id: await projectId(), shares_code }),
    file: (
      more: { path?: string; commit?: string; from?: number } = {},
      as: TeamScope = world.scope,
    ) =>
      makeGetSharedFile({ unitOfWork })(as, {
        project: 'acme/parser',
        path: PATH,
        from: 1,
        ...more,
      }),
    other: () => person('member'),
  }
}
const texts = ({ lines }: { lines: { text: string | null }[] }) => lines.map(({ text }) => text)

describe('a project that does not share its code', () => {
  test('wants none, takes none and shows none', async () => {
    const { commit, send, file, count } = await setUp()
    await commit(buildCommit(1))
    const answer = await send([code(1, [hunk(0, 0, ['const berth = 1'])])], {
      asked: [hashOfNumber(1)],
    })
    expect(answer).toMatchObject({ shares_code: false, wanted: [], commits: { stored: 0 } })
    expect(await count('commit_code')).toBe(0)
    await expect(file()).rejects.toMatchObject({ code: 'shared_code.not_found' })
  })

  test('forgets what it had shared, says so in the audit, and wants all of it when it shares again', async () => {
    const { commit, send, share, count, rowsOf } = await setUp()
    await commit(buildCommit(1))
    await share(true)
    await send([code(1, [hunk(0, 0, ['const berth = 1'])])])
    expect(await count('commit_code')).toBe(1)
    await share(false)
    expect(await count('commit_code')).toBe(0)
    const events = await rowsOf('audit_events', 'id, action, details')
    expect(
      events.filter(({ action }) => action === 'project.set').map(({ details }) => details),
    ).toEqual([{ shares_code: true }, { shares_code: false }])
    await share(true)
    expect((await send([], { asked: [hashOfNumber(1)] })).wanted).toEqual([hashOfNumber(1)])
  })

  test('forgets it also where the admin who ends it stands outside of the project', async () => {
    const { commit, send, set, share, projectId, count, scope, admin, team } = await setUp()
    await commit(buildCommit(1))
    await share(true)
    await send([code(1, [hunk(0, 0, ['const berth = 1'])])])
    const id = await projectId()
    const { makeGrantProject, makeRevokeProject } = await import('../projects/manage-projects.ts')
    const { unitOfWork } = team
    await set({ id, is_restricted: true })
    await makeGrantProject({ unitOfWork })(admin, { id, user: scope.userId })
    await makeRevokeProject({ unitOfWork })(admin, { id, user: admin.userId })
    await share(false)
    expect(await count('commit_code')).toBe(0)
  })
})

describe('a project that shares its code', () => {
  test('wants that of the commits which it has and lacks it of, once', async () => {
    const { commit, send, share } = await setUp()
    await commit(buildCommit(1), buildCommit(2))
    await share(true)
    const asked = [1, 2, 3].map(hashOfNumber)
    expect((await send([], { asked })).wanted.sort()).toEqual(asked.slice(0, 2).sort())
    const first = code(1, [hunk(0, 0, ['const berth = 1'])])
    expect(await send([first, code(3, [])], { asked })).toMatchObject({
      shares_code: true,
      wanted: [hashOfNumber(2)],
      commits: { received: 2, stored: 1 },
    })
    expect((await send([first])).commits.stored).toBe(0)
  })

  test('shows a file with the commit, the session and the prompt behind each line', async () => {
    const { write, commit, send, share, file } = await setUp()
    const lines = ['const berth = 1', 'const quay = 2', '', 'export { berth }']
    const session = await write('writer', lines.slice(1, 2).map(printOf), 11)
    const prints = (of: string[]) => of.filter((line) => line !== '').map(printOf)
    await commit(
      buildCommit(1, {}, { path: PATH, added: prints([lines[0] ?? '', lines[3] ?? '']) }),
      buildCommit(
        12,
        { parents: [hashOfNumber(1)] },
        { path: PATH, added: prints(lines.slice(1, 3)) },
      ),
    )
    await share(true)
    await send([
      code(1, [hunk(0, 0, [lines[0] ?? '', lines[3] ?? ''])]),
      code(12, [hunk(1, 0, lines.slice(1, 3))]),
    ])
    const shown = await file()
    expect(texts(shown)).toEqual(lines)
    expect(shown).toMatchObject({ total: 4, is_whole: true, commit: { sha: hashOfNumber(12) } })
    const of = (n: number) => shown.answers[shown.lines[n]?.answer ?? -1]
    expect(of(0)).toMatchObject({ origin: 'person', commit: { sha: hashOfNumber(1) } })
    expect(of(1)).toMatchObject({ commit: { sha: hashOfNumber(12) }, session: { id: session } })
    expect(of(1)?.prompt).not.toBeNull()
    expect(texts(await file({ from: 3 }))).toEqual(lines.slice(2))
    expect(texts(await file({ commit: hashOfNumber(1).slice(0, 9) }))).toEqual([lines[0], lines[3]])
  })

  test('follows a file to its new name, and lines through a merge to who wrote them', async () => {
    const { commit, send, share, file } = await setUp()
    const topic = ['from the topic']
    await commit(
      buildCommit(1, { branch: 'main' }),
      buildCommit(2, { branch: 'topic' }, { path: PATH, added: topic.map(printOf) }),
      buildCommit(3, { parents: [hashOfNumber(1), hashOfNumber(2)], files: [], patch_id: null }),
      buildCommit(4, {}, { path: 'src/reader.ts', old_path: PATH, status: 'renamed', added: [] }),
    )
    await share(true)
    await send([
      code(1, [hunk(0, 0, ['one', 'two'])]),
      code(2, [hunk(2, 0, topic)]),
      code(3, [hunk(2, 0, topic)]),
      code(4, [hunk(0, 1, ['ONE'])], { path: 'src/reader.ts', old_path: PATH, status: 'renamed' }),
    ])
    const shown = await file({ path: 'src/reader.ts' })
    expect(texts(shown)).toEqual(['ONE', 'two', 'from the topic'])
    const shas = shown.lines.map(({ answer }) => shown.answers[answer ?? -1]?.commit?.sha)
    expect(shas).toEqual([4, 1, 2].map(hashOfNumber))
    await expect(file()).rejects.toMatchObject({ code: 'shared_code.file_not_found' })
    expect(texts(await file({ commit: hashOfNumber(3) }))).toEqual(['one', 'two', 'from the topic'])
  })

  test('says what is missing where a commit in between was not sent', async () => {
    const { commit, send, share, file } = await setUp()
    await commit(...[1, 2, 3].map((n) => buildCommit(n, {}, { path: PATH })))
    await share(true)
    await send([code(1, [hunk(0, 0, ['one', 'two'])]), code(3, [hunk(1, 1, ['TWO'])])])
    const shown = await file()
    expect([texts(shown), shown.is_whole]).toEqual([[null, 'TWO'], false])
    expect(shown.lines[0]?.answer).toBeNull()
    await expect(file({ path: 'src/other.ts' })).rejects.toMatchObject({
      code: 'shared_code.file_not_found',
    })
  })

  test('knows nothing of files that were left out of a commit, and all of those that it names', async () => {
    const { commit, send, share, file } = await setUp()
    await commit(...[1, 2, 3].map((n) => buildCommit(n, {}, { path: PATH })))
    await share(true)
    const other = { path: 'src/other.ts', status: 'added' }
    await send([
      code(1, [hunk(0, 0, ['one', 'two'])]),
      { ...code(2, [hunk(0, 0, ['of the other'])], other), is_cut: true },
      code(3, [hunk(1, 1, ['TWO'])]),
    ])
    const shown = await file()
    expect([texts(shown), shown.is_whole]).toEqual([[null, 'TWO'], false])
    const named = await file({ path: 'src/other.ts' })
    expect([texts(named), named.is_whole]).toEqual([['of the other'], true])
  })

  test('takes out the secrets that a machine left in', async () => {
    const { commit, send, share, file, rowsOf } = await setUp()
    await commit(buildCommit(1), buildCommit(2))
    await share(true)
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const key = [
      '-----BEGIN RSA PRIVATE KEY-----',
      ...Array.from({ length: 6 }, (_, n) => `MIIEowIBAAKCAQEA${n}kq7Zs0Wc3xY9vB1nM5pL8tR2uJ4hG6f`),
      '-----END RSA PRIVATE KEY-----',
    ]
    const answer = await send([
      code(1, [hunk(0, 0, ['const a = 1', `const token = '${token}'`]), hunk(0, 0, key)]),
      code(2, [hunk(0, 0, ['PASSWORD=harmless'])], { path: 'deploy/.env', status: 'added' }),
    ])
    expect(answer.server_redactions).toBeGreaterThanOrEqual(2)
    const stored = JSON.stringify(await rowsOf('commit_code', 'hunks'))
    for (const secret of [token, 'MIIEowIBAAKCAQEA', 'harmless'])
      expect(stored).not.toContain(secret)
    expect(texts(await file({ commit: hashOfNumber(1) }))).toContain('const a = 1')
  })

  test('is read without holding anything of it, so that nobody waits for a reader', async () => {
    const { commit, send, share, scope } = await setUp()
    await commit(buildCommit(1))
    await share(true)
    await send([code(1, [hunk(0, 0, ['const berth = 1'])])])
    const { engine } = database
    // Such a transaction can hold no row.
    const unitOfWork = createUnitOfWork({
      kind: engine.kind,
      db: engine.db,
      transaction: (work) =>
        engine.transaction(async (tx) => {
          await tx.execute('set transaction read only')
          return work(tx)
        }),
    })
    const asked = { project: 'acme/parser', path: PATH, from: 1 }
    expect(texts(await makeGetSharedFile({ unitOfWork })(scope, asked))).toEqual([
      'const berth = 1',
    ])
  })

  test('shows it to nobody outside of it, nor to another team, and takes nothing from them', async () => {
    const { commit, send, set, share, projectId, file, other } = await setUp()
    const theirs = await setUp()
    await commit(buildCommit(1))
    await share(true)
    await send([code(1, [hunk(0, 0, ['const berth = 1'])])])
    const eve = await other()
    expect(texts(await file({}, eve))).toEqual(['const berth = 1'])
    await set({ id: await projectId(), is_restricted: true })
    await expect(file({}, eve)).rejects.toMatchObject({ code: 'code.project_not_found' })
    await expect(theirs.file()).rejects.toMatchObject({ code: 'code.project_not_found' })
    for (const from of [send([], { as: eve, asked: [hashOfNumber(1)] }), theirs.send([])])
      expect(await from).toMatchObject({ shares_code: false, wanted: [] })
  })

  test('takes nothing of commits that are private to somebody', async () => {
    const { commit, send, set, share, projectId } = await setUp()
    await commit(buildCommit(1))
    await set({ id: await projectId(), default_visibility: 'private' })
    await commit(buildCommit(2))
    await share(true)
    const answer = await send([code(2, [hunk(0, 0, ['mine alone'])])], { asked: [hashOfNumber(2)] })
    expect(answer).toMatchObject({ wanted: [], commits: { stored: 0 } })
  })
})
