import { makeRemember, type TeamScope } from '@teamlore/core'
import {
  makeConnectIntegration,
  makeFinishIntegration,
  makeReceiveHook,
  makeStartIntegration,
} from '@teamlore/core/integrations'
import { createUnitOfWork } from '@teamlore/db'
import { readAsOwner } from '@teamlore/db/testing'
import { createHosts } from '@teamlore/hosts'
import {
  type GitHubStandIn,
  type HostStandIn,
  startGitHub,
  startGitLab,
} from '@teamlore/hosts/testing'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSchedules, runSchedule } from './schedules.ts'
import { createHostTeam, HOSTS } from './testing/host-team.ts'
import { runningWorkers } from './testing/running-workers.ts'
import { eventually } from './testing/worker-world.ts'

const running = runningWorkers()
const hosts = HOSTS

type Deps = Parameters<typeof makeStartIntegration>[0]
type Admin = TeamScope<'admin'>

const connectGitHub = async (deps: Deps, admin: Admin, github: GitHubStandIn) => {
  const started = await makeStartIntegration(deps)(admin, {
    kind: 'github',
    web_url: github.webUrl,
  })
  const state = new URL(started.action).searchParams.get('state') ?? ''
  await makeFinishIntegration(deps)(admin, { code: github.giveCode(), state })
  return started.id
}

describe.each([{ start: startGitHub }, { start: startGitLab }])('$start.name:', ({ start }) => {
  let standIn: HostStandIn
  beforeEach(async () => {
    standIn = await start()
  })
  afterEach(() => standIn[Symbol.asyncDispose]())

  const connectIt = async (deps: Deps, admin: Admin, makesHooks: boolean) => {
    if (standIn.kind === 'github') return connectGitHub(deps, admin, standIn)
    const { integration, hook_secret } = await makeConnectIntegration(deps)(admin, {
      kind: 'gitlab',
      web_url: standIn.webUrl,
      token: standIn.state.token.text,
      makes_hooks: makesHooks,
    })
    standIn.state.hookSecret = hook_secret ?? ''
    return integration.id
  }

  /** A team with a project, a memory of it, and a host that has its repository with a pull request. */
  const connected = async ({ makesHooks }: { makesHooks: boolean }) => {
    const { engine } = running
    const { teamId, admin, ...given } = await createHostTeam(engine)
    const deps = { ...given, hosts: createHosts(hosts) }
    const project = `prj_${teamId.split('_')[1]}`
    await readAsOwner(
      engine,
      `insert into teamlore.projects (id, team_id, identity, name)
      values ('${project}', '${teamId}', 'git:github.com/acme/harbour', 'acme/harbour') returning 1`,
    )
    const anchors = [{ path: 'a.ts', symbol: null, start_line: 2, end_line: 2, content_hash: null }]
    await makeRemember(deps)(
      admin,
      rememberRequestSchema.parse({ statement: 'Exports are retried.', anchors }),
    )
    await readAsOwner(
      engine,
      `update teamlore.memories set project_id = '${project}' where team_id = '${teamId}' returning 1`,
    )
    const repository = standIn.add({ name: 'acme/harbour', url: 'https://github.com/acme/harbour' })
    const id = await connectIt(deps, admin, makesHooks)
    repository.pullRequests.push({
      number: 3,
      title: 'Retry',
      state: 'open',
      merged: false,
      head: 'a'.repeat(40),
      fork: null,
      files: [{ filename: 'a.ts', status: 'modified', changes: 2, patch: '@@ -2 +2 @@\n-a\n+b' }],
      commits: [],
    })
    const push = () => {
      const [hook] = repository.hooks
      if (standIn.kind === 'gitlab' && hook !== undefined)
        standIn.state.hookSecret = String(hook.body['signing_token'])
      const sent = standIn.pushed(repository, { action: 'opened' })
      return makeReceiveHook(deps)({ kind: standIn.kind, integration: id, ...sent })
    }
    /** Where the worker makes the webhook, nothing comes before it is there. */
    const hooked = () =>
      standIn.kind === 'github'
        ? Promise.resolve()
        : eventually(() => expect(repository.hooks).toHaveLength(1))
    return { repository, push, hooked, teamId: teamId }
  }

  test('an event becomes a comment and a check, by way of the outbox and the queue', async () => {
    const { repository, push, hooked, teamId } = await connected({ makesHooks: true })
    await running.work({ hosts })
    await hooked()
    await Promise.all([push(), push(), push()])
    await eventually(() => expect(repository.comments).toHaveLength(1))
    await eventually(async () =>
      expect(
        await readAsOwner(
          running.engine,
          `select state from teamlore.hook_deliveries where team_id = '${teamId}' and pull_request_id is not null`,
        ),
      ).toEqual([{ state: 'done' }, { state: 'done' }, { state: 'done' }]),
    )
    expect(repository.comments).toHaveLength(1)
    expect(repository.checks).toHaveLength(1)
    // The list of repositories was read when it was connected.
    await eventually(async () =>
      expect(
        await readAsOwner(
          running.engine,
          `select full_name from teamlore.integration_repositories where team_id = '${teamId}'`,
        ),
      ).toEqual([{ full_name: 'acme/harbour' }]),
    )
  })

  test('one of which the event or the job was lost is found by the schedule, and so is one that was to wait', async () => {
    const { push, teamId } = await connected({ makesHooks: false })
    await push()
    const schedule = createSchedules().find(({ name }) => name.startsWith('answer pull requests'))
    const published: object[] = []
    const look = async () => {
      published.length = 0
      await runSchedule(
        {
          unitOfWork: createUnitOfWork(running.engine),
          publisher: { publishAll: async (jobs) => void published.push(...jobs) },
        },
        schedule ?? { jobs: async () => [] },
      )
      return published.filter((job) => JSON.stringify(job).includes(teamId)).length
    }
    const set = (columns: string) =>
      readAsOwner(
        running.engine,
        `update teamlore.pull_requests set ${columns} where team_id = '${teamId}' returning 1`,
      )
    expect(await look()).toBe(0)
    await set("asked_at = now() - interval '5 minutes'")
    expect(await look()).toBe(1)
    await set("not_before = now() + interval '1 minute'")
    expect(await look()).toBe(0)
    await set("not_before = now() - interval '1 second'")
    expect(await look()).toBe(1)
    await set("asked_at = now() - interval '2 days'")
    expect(await look()).toBe(0)
    await set('not_before = null, done_at = asked_at')
    expect(await look()).toBe(0)
  })
})
