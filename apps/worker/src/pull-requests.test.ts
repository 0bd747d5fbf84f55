import { createSecretBox, grantTeamScope, makeRemember } from '@teamlore/core'
import {
  makeFinishIntegration,
  makeReceiveHook,
  makeStartIntegration,
} from '@teamlore/core/integrations'
import { createUnitOfWork } from '@teamlore/db'
import { createTestTeam, readAsOwner } from '@teamlore/db/testing'
import { createGitHub } from '@teamlore/hosts'
import { type GitHubStandIn, startGitHub } from '@teamlore/hosts/testing'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSchedules, runSchedule } from './schedules.ts'
import { runningWorkers } from './testing/running-workers.ts'
import { eventually } from './testing/worker-world.ts'

const running = runningWorkers()
const hosts = {
  secret: 'a secret of a server that is long enough',
  allowedHosts: { names: new Set(['127.0.0.1']), ranges: [] },
}

let github: GitHubStandIn
beforeEach(async () => {
  github = await startGitHub()
})
afterEach(() => github[Symbol.asyncDispose]())

/** A team with a project, a memory of it, and a GitHub that has its repository with a pull request. */
const connected = async () => {
  const { engine } = running
  const team = await createTestTeam(engine)
  const admin = grantTeamScope(
    { ...(await team.addMember('admin')), actor: { kind: 'user', via: 'api_key' } },
    'admin',
  )
  const unitOfWork = createUnitOfWork(engine)
  const host = createGitHub(hosts)
  const secretBox = createSecretBox(hosts.secret)
  const deps = { unitOfWork, host, secretBox, publicUrl: 'https://lore.test' }
  const project = `prj_${team.teamId.split('_')[1]}`
  await readAsOwner(
    engine,
    `insert into teamlore.projects (id, team_id, identity, name)
      values ('${project}', '${team.teamId}', 'git:github.com/acme/harbour', 'acme/harbour') returning 1`,
  )
  const anchors = [{ path: 'a.ts', symbol: null, start_line: 2, end_line: 2, content_hash: null }]
  await makeRemember(deps)(
    admin,
    rememberRequestSchema.parse({ statement: 'Exports are retried.', anchors }),
  )
  await readAsOwner(
    engine,
    `update teamlore.memories set project_id = '${project}' where team_id = '${team.teamId}' returning 1`,
  )
  const started = await makeStartIntegration(deps)(admin, {
    kind: 'github',
    web_url: github.webUrl,
  })
  const state = new URL(started.action).searchParams.get('state') ?? ''
  await makeFinishIntegration(deps)(admin, { code: github.giveCode(), state })
  const repository = github.add({ name: 'acme/harbour', url: 'https://github.com/acme/harbour' })
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
    const { id, name, url, isPrivate } = repository
    const { headers, body } = github.hook('pull_request', {
      action: 'opened',
      installation: { id: 7 },
      repository: { id, full_name: name, html_url: url, private: isPrivate },
      pull_request: { number: 3 },
    })
    return makeReceiveHook(deps)({
      integration: started.id,
      event: 'pull_request',
      delivery: headers['x-github-delivery'],
      signature: headers['x-hub-signature-256'],
      body,
    })
  }
  return { repository, push, teamId: team.teamId }
}

test('an event becomes a comment and a check, by way of the outbox and the queue', async () => {
  const { repository, push, teamId } = await connected()
  await running.work({ hosts })
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
  const { push, teamId } = await connected()
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
