import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildSession, buildSessionDetail, fakeId } from '../../testing/fake-data.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'
import { errorBody } from '../../testing/refusal.ts'

let lore: LoggedInCli
let folder: ReturnType<typeof temporaryFolder>
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => {
  lore.reset()
  folder?.remove()
  folder = temporaryFolder()
})
afterAll(async () => {
  folder.remove()
  await lore.close()
})

const SESSION = fakeId('ses', 1)
const HARBOUR = { id: fakeId('prj', 1), name: 'harbour', remote_url: null }
const MERGER = { id: fakeId('prj', 2), name: 'harbour', remote_url: null }
const at = (name: string) => join(folder.path, name)
const run = (...words: string[]) => lore.run(['export', ...words])
const reported = () =>
  lore.server.asked.filter(({ path }) => path === '/v1/exports').map(({ body }) => body)
/** How many transcripts were read before it was reported. */
const readBefore = () => {
  const paths = lore.server.asked.map(({ path }) => path)
  return paths.slice(0, paths.indexOf('/v1/exports')).filter((path) => path.endsWith('/messages'))
}
const haveSessions = (...projects: (typeof HARBOUR | null)[]) => {
  lore.server.world.otherSessions = projects.map((project, n) =>
    buildSessionDetail({ id: fakeId('ses', 10 + n), project }),
  )
  lore.server.world.sessions = projects.map((project, n) =>
    buildSession({ id: fakeId('ses', 10 + n), project }),
  )
}

describe('lore export reports to the server', () => {
  test('which session it is about to write, before it reads it', async () => {
    expect((await run(SESSION)).code).toBe(0)
    expect((await run(SESSION, '--out', at('one.html'))).code).toBe(0)
    expect(reported()).toEqual([
      { what: 'sessions', sessions: [SESSION], formats: ['markdown'] },
      { what: 'sessions', sessions: [SESSION], formats: ['html'] },
    ])
    expect(readBefore()).toEqual([])
  })

  test('each project that goes by a name, with how many sessions', async () => {
    haveSessions(HARBOUR, MERGER, HARBOUR)
    expect((await run('--project', 'harbour', '--out', at('all'))).code).toBe(0)
    const formats = ['markdown']
    expect(reported()).toEqual([
      { what: 'project', project: HARBOUR.id, counts: { sessions: 2 }, formats },
      { what: 'project', project: MERGER.id, counts: { sessions: 1 }, formats },
    ])
    expect(readBefore()).toEqual([])
  })

  test('once, that it is all of one’s own', async () => {
    haveSessions(HARBOUR, null)
    expect((await run('--mine', '--out', at('all'))).code).toBe(0)
    expect(reported()).toEqual([
      { what: 'own_data', counts: { sessions: 2, memories: 1 }, formats: ['json', 'markdown'] },
    ])
    expect(readBefore()).toEqual([])
  })

  test('and exports nothing where it cannot be written down', async () => {
    const full = { status: 507, body: errorBody('server.disk_full', 'The disk is full.') }
    lore.server.failures.set('/v1/exports', full)
    for (const words of [[SESSION], ['--project', 'harbour'], ['--mine']]) {
      const { code, stderr } = await run(...words, '--out', at('x'))
      expect(code, words.join(' ')).toBe(1)
      expect(stderr).toContain('The disk is full.')
    }
    expect(existsSync(at('x')) ? readdirSync(at('x')) : []).toEqual([])
  })

  test('as lore restore does of the session that it writes back', async () => {
    lore.server.world.session = buildSessionDetail({ id: SESSION, tool: 'claude-code' })
    const restore = () => lore.run(['restore', SESSION, '--out', at('back.jsonl')])
    const full = { status: 507, body: errorBody('server.disk_full', 'The disk is full.') }
    lore.server.failures.set('/v1/exports', full)
    expect((await restore()).code).toBe(1)
    expect(readdirSync(folder.path)).toEqual([])
    lore.reset()
    const { code, stderr } = await restore()
    expect(code, stderr).toBe(0)
    expect(reported()).toEqual([{ what: 'restored_session', sessions: [SESSION] }])
    expect(readBefore()).toEqual([])
  })

  test.each([
    ['says so', errorBody('route.not_found', 'There is nothing here.')],
    ['is behind a proxy that answers with a page of its own', '<h1>404 Not Found</h1>'],
  ])('and goes on where the server is of before, has no place for it and %s', async (_, body) => {
    lore.server.failures.set('/v1/exports', { status: 404, body })
    const { code, stderr } = await run(SESSION, '--out', at('one.md'))
    expect(code, stderr).toBe(0)
    expect(existsSync(at('one.md'))).toBe(true)
  })

  test('and exports nothing where the server knows no session of that id', async () => {
    const body = errorBody('session.not_found', 'There is no such session.')
    lore.server.failures.set('/v1/exports', { status: 404, body })
    expect((await run(SESSION, '--out', at('one.md'))).code).toBe(1)
    expect(existsSync(at('one.md'))).toBe(false)
  })
})
