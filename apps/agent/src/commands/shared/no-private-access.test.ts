import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildMe, fakeId } from '../../testing/fake-data.ts'
import { errorBody, PERSONAL_KEY } from '../../testing/fake-server.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

const NOTE =
  /Otto made this credential for you: what is private to you is closed to it\..*run `lore login`/
const given = () => {
  lore.server.world.me = buildMe({ given_by: { id: fakeId('usr', 4), name: 'Otto' } })
}
const gone = fakeId('ses', 9)
const notFound = (id: string) => {
  const body = errorBody('session.not_found', 'There is no such session.')
  lore.server.failures.set(`/v1/sessions/${id}`, { status: 404, body })
}

describe('a credential that somebody else made', () => {
  test('is reported at the login', async () => {
    given()
    const { url } = lore.server
    const login = () => lore.run(['login', '--server', url, '--key', PERSONAL_KEY])
    expect((await login()).stderr).toMatch(NOTE)
    lore.reset()
    expect((await login()).stderr).not.toContain('made this credential')
  })

  test('is reported where a session is not found, the same whichever was asked for', async () => {
    given()
    const said = []
    for (const id of [gone, fakeId('ses', 8)]) {
      notFound(id)
      const { code, stderr } = await lore.run(['show', id])
      expect(code).toBe(1)
      said.push(stderr)
    }
    expect(said[0]).toMatch(NOTE)
    expect(said[0]).toBe(said[1])
  })

  test('is reported where a search finds nothing, and only there', async () => {
    given()
    expect((await lore.run(['search', 'tide'])).stderr).not.toMatch(NOTE)
    lore.server.world.search.items = []
    expect((await lore.run(['search', 'tide'])).stderr).toMatch(NOTE)
  })

  test('is no matter for who made it themselves', async () => {
    notFound(gone)
    expect((await lore.run(['show', gone])).stderr).not.toContain('made this credential')
  })
})

test('an id that is too short is explained in words, and not as a matter of versions', async () => {
  const message = 'must look like ses_…: an id, or the first 8 or more characters of one'
  const body = errorBody('request.invalid', `path.id: ${message}`, {
    issues: [{ path: 'path.id', message }],
  })
  lore.server.failures.set('/v1/sessions/ses_x', { status: 400, body })
  lore.server.failures.set('/v1/sessions/ses_x/share', { status: 400, body })
  const { stderr } = await lore.run(['share', 'ses_x'])
  expect(stderr).toContain('The id must look like ses_…')
  expect(stderr).not.toContain('differ in version')
})
