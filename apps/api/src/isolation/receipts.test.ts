import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeGraphOf, sharedCodeOf } from '../testing/code-rows.ts'
import { commitsOf } from '../testing/commit-samples.ts'
import { ROWS } from '../testing/isolation/questions.ts'
import { askAs, sendTo } from '../testing/isolation/send.ts'
import { nameOf } from '../testing/sign-in-routes.ts'
import { importOf, ingestOf, memoryFilesOf, transcript } from '../testing/transcript.ts'
import { openWorld, type World, type WorldTeam } from '../testing/world.ts'

/**
 * Somebody works in a repository whose project is closed to them. What their machine sends is taken and kept for them; the answer is,
 * but for ids, the one that a repository gets of which nobody has heard.
 */
let world: World
let us: WorldTeam
let mia: string
let vault: string

const projectOf = (name: string) => ({
  remote_url: `https://git.test/acme/${name}.git`,
  root_commit: null,
  root_path: `/home/mia/${name}`,
})
const sessionIn = (name: string) =>
  transcript({ native_id: `mias-${name}`, project: projectOf(name), title: `Of ${name}` })

/** What takes something of a machine: each with what it is sent about a repository. */
const SENT: Record<string, ((name: string) => object) | 'names no project'> = {
  'POST /v1/ingest': (name) => ingestOf([sessionIn(name)]),
  'POST /v1/import': (name) => {
    const [first] = importOf().sessions
    return { ...importOf(), sessions: [{ ...first, session: sessionIn(name) }] }
  },
  'POST /v1/commits': (name) => ({ ...commitsOf({ subject: name }), project: projectOf(name) }),
  'PUT /v1/memory-files': (name) => ({ ...memoryFilesOf(), project: projectOf(name) }),
  'POST /v1/code-graph': (name) => codeGraphOf({ project: projectOf(name) }),
  'POST /v1/shared-code': (name) =>
    sharedCodeOf({ project: projectOf(name), asked: commitsOf().commits.map(({ sha }) => sha) }),
  'PUT /v1/capture': 'names no project',
}

beforeAll(async () => {
  world = await openWorld()
  us = await world.addTeam('Olga')
  mia = await us.ownKeyOf(await us.addMember('member', 'Mia'))
  const send = sendTo(world.app)
  const owner = us.keys.owner
  for (const [route, body] of Object.entries(SENT)) {
    const [method, url] = route.split(' ') as ['POST' | 'PUT', string]
    if (typeof body === 'function') await send(owner, method, url, body('vault'))
  }
  const { items } = (await us.ask('/v1/projects')).json()
  vault = items[0].id
  await send(owner, 'PUT', `/v1/projects/${vault}`, { is_restricted: true, shares_code: true })
})
afterAll(() => world[Symbol.asyncDispose]())

test('covers every route that takes something of a machine', () => {
  const takers = ROWS.filter(
    ({ body }) => body && 'shape' in body && 'machine' in Object(body.shape),
  )
  expect(takers.map(nameOf).sort()).toEqual(Object.keys(SENT).sort())
})

test.each(
  Object.entries(SENT).flatMap(([route, body]) =>
    typeof body === 'function' ? [[route, body] as const] : [],
  ),
)(
  '%s answers of a project that is closed as of one that is new, the first time and the second',
  async (route, body) => {
    const [method, url] = route.split(' ') as ['POST' | 'PUT', string]
    const receipt = async (name: string) => {
      const { statusCode, body: said } = await askAs(world.app, mia, {
        method,
        url,
        payload: body(name),
      })
      return `${statusCode} ${said.replaceAll(name, 'NAME').replaceAll(/[a-z]+_[0-9a-z]{26}/g, 'ID')}`
    }
    const [closed, fresh] = [await receipt('vault'), await receipt('fresh')]
    expect(closed).toMatch(/^200 /)
    expect(closed).toBe(fresh)
    expect(await receipt('vault')).toBe(await receipt('fresh'))
  },
)

test('what was sent of the closed project is kept for who sent it, until the project is opened to them', async () => {
  const said = async (key: string, url: string) =>
    (await askAs(world.app, key, { method: 'GET', url })).body
  expect(await said(mia, '/v1/sessions')).toContain('Of vault')
  // Her session is nobody else's to read, and names no project to her.
  expect((await said(us.keys.owner, '/v1/sessions')).match(/Of vault/g)).toHaveLength(1)
  const send = sendTo(world.app)
  const me = JSON.parse(await said(mia, '/v1/me'))
  await send(us.keys.owner, 'POST', `/v1/projects/${vault}/access`, { user: me.user.id })
  for (const url of ['/v1/commits', '/v1/memory-files', '/v1/code-graph'])
    expect([url, await said(mia, `${url}?project=vault`)]).toEqual([
      url,
      expect.stringContaining(vault),
    ])
  const commits = JSON.parse(await said(mia, '/v1/commits?project=vault')).items
  // Its members had the very commit that she sent: it is one.
  expect(commits).toHaveLength(1)
})
