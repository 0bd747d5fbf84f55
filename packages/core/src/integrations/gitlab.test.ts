import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { type GitLabStandIn, startGitLab } from '@teamlore/hosts/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeConnectIntegration, makeSetToken } from './connect-by-token.ts'
import { makeListIntegrations, makeRemoveIntegration } from './manage.ts'
import { makeReadHostedRepositories } from './repositories.ts'
import {
  anchors,
  createHostedWorld,
  type HostedWorld,
  newCommit,
  pullRequest,
} from './testing/hosted-world.ts'

let database: TestDatabase
let gitlab: GitLabStandIn
let world: HostedWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  gitlab = await startGitLab()
  world = await createHostedWorld(database, gitlab)
})
afterEach(() => gitlab[Symbol.asyncDispose]())
afterAll(() => database[Symbol.asyncDispose]())

const DAY_MS = 86_400_000

/** By webhooks that are made here. */
const connectAgain = async () => {
  const { integration } = await makeConnectIntegration(world.deps)(world.admin, {
    kind: 'gitlab',
    web_url: gitlab.webUrl,
    token: gitlab.state.token.text,
    makes_hooks: true,
  })
  const read = () =>
    makeReadHostedRepositories(world.deps)(world.systemScope, {
      integrationId: integration.id as typeof world.integration,
    })
  const error = async () =>
    (await makeListIntegrations(world.deps)(world.admin)).items.find(
      ({ id }) => id === integration.id,
    )?.error
  return { integration, read, error }
}

describe('webhooks of a GitLab', () => {
  test('are made once for each project, signed and of no more events than are read', async () => {
    const other = gitlab.add({ name: 'acme/merger' })
    const { integration, read } = await connectAgain()
    await read()
    await read()
    for (const { hooks } of [world.harbourRepository, other]) {
      expect(hooks).toHaveLength(1)
      expect(hooks[0]?.body).toMatchObject({
        url: integration.hook_url,
        merge_requests_events: true,
        note_events: true,
        push_events: false,
      })
      expect(hooks[0]?.body['signing_token']).toMatch(/^whsec_/)
      expect(hooks[0]?.body).not.toHaveProperty('token')
    }
  })

  test('get the secret to send along from a server that cannot sign', async () => {
    gitlab.state.signs = false
    const { read } = await connectAgain()
    await read()
    const [hook] = world.harbourRepository.hooks
    expect(hook?.body['token']).toMatch(/^whsec_/)
    expect(hook?.body).not.toHaveProperty('signing_token')
  })

  test('are made again within a day where one was taken away or switched off', async () => {
    const { read } = await connectAgain()
    await read()
    world.harbourRepository.hooks.length = 0
    await read()
    expect(world.harbourRepository.hooks).toEqual([])
    world.later(DAY_MS + 1_000)
    await read()
    expect(world.harbourRepository.hooks).toHaveLength(1)
    const [hook] = world.harbourRepository.hooks
    if (hook) hook.alertStatus = 'disabled'
    world.later(DAY_MS + 1_000)
    await read()
    expect(world.harbourRepository.hooks).toMatchObject([{ alertStatus: 'executable' }])
  })

  test('that the token may not make are named to an admin', async () => {
    const { read, error } = await connectAgain()
    gitlab.state.role = 30
    await read()
    expect(await error()).toContain('takes no webhook of 1 repository')
    gitlab.state.role = 40
    await read()
    expect(await error()).toBeNull()
  })

  test('that GitLab refuses keep no other from being made', async () => {
    const other = gitlab.add({ name: 'acme/merger' })
    const { read, error } = await connectAgain()
    gitlab.fail({ method: 'POST', path: /\/hooks$/, status: 422 })
    await read()
    expect(world.harbourRepository.hooks.length + other.hooks.length).toBe(1)
    expect(await error()).toContain('takes no webhook of 1 repository')
  })

  test('are made where the look before was interrupted, and not twice', async () => {
    const other = gitlab.add({ name: 'acme/merger' })
    const { read } = await connectAgain()
    gitlab.fail({ method: 'POST', path: /\/hooks$/, status: 429, isDone: true })
    await expect(read()).rejects.toMatchObject({ failure: 'limited' })
    await read()
    expect([world.harbourRepository, other].map(({ hooks }) => hooks.length)).toEqual([1, 1])
  })
})

describe('a merge request', () => {
  const said = () => world.harbourRepository.comments[0]
  const look = async () => {
    await world.push()
    await world.answer()
  }
  beforeEach(async () => {
    await world.remember('Exports are retried five times.', { anchors })
    world.harbourRepository.pullRequests.push(pullRequest())
  })

  test('out of a fork has its note, and no status as there is no branch for it', async () => {
    world.harbourRepository.pullRequests = [pullRequest({ fork: 'mallory/harbour' })]
    await look()
    expect(said()?.body).toContain('Exports are retried')
    expect(world.harbourRepository.checks).toEqual([])
    expect(await world.waiting()).toEqual([])
  })

  test('has one status for each commit, which is sent again only where it says something else', async () => {
    await look()
    await look()
    expect(world.harbourRepository.checks).toMatchObject([
      {
        body: {
          state: 'success',
          name: 'Teamlore',
          description: expect.stringMatching(/^1 thing/),
        },
      },
    ])
  })

  test('that GitLab still prepares is looked at a moment later', async () => {
    const [pull] = world.harbourRepository.pullRequests
    if (pull) pull.head = ''
    await look()
    expect(world.harbourRepository.comments).toEqual([])
    if (pull) pull.head = newCommit()
    world.later(30_000)
    await world.answer()
    expect(world.harbourRepository.comments).toHaveLength(1)
  })

  test('loses names with the next event after its project became public', async () => {
    await look()
    const [{ name } = { name: '' }] = await world.stored<{ name: string }>(
      `select name from teamlore.users where id = '${world.scope.userId}'`,
    )
    expect(said()?.body).toContain(name)
    const [pull] = world.harbourRepository.pullRequests
    if (pull) pull.state = 'closed'
    world.harbourRepository.pullRequests.push(pullRequest({ number: 4, files: [] }))
    world.harbourRepository.isPrivate = false
    await world.push(undefined, { number: 4 })
    await world.answer()
    expect(said()?.body).not.toContain(name)
    expect(said()?.edits).toBe(1)
  })

  test('is answered with the token that comes after one that ended', async () => {
    gitlab.state.token.isEnded = true
    await look()
    expect(world.harbourRepository.comments).toEqual([])
    const [{ error } = { error: null }] = await world.stored<{ error: string | null }>(
      `select error from teamlore.integrations where id = '${world.integration}'`,
    )
    expect(error).toContain('does not take the token')
    expect(await world.waiting()).toEqual([])
    gitlab.state.token.isEnded = false
    gitlab.state.token.text = 'glpat-rotated'
    await makeSetToken(world.deps)(world.admin, {
      id: world.integration,
      set: { token: 'glpat-rotated' },
    })
    await world.answer()
    expect(world.harbourRepository.comments).toHaveLength(1)
  })
})

test('a GitLab is removed here also where its token ended', async () => {
  gitlab.state.token.isEnded = true
  await makeRemoveIntegration(world.deps)(world.admin, { id: world.integration })
  expect(
    await world.stored(
      `select id from teamlore.integrations where team_id = '${world.admin.teamId}'`,
    ),
  ).toEqual([])
})
