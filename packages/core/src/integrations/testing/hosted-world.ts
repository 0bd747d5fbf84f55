import { PULL_REQUEST_WORDING } from '@teamlore/bots'
import { readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { createGitHub } from '@teamlore/hosts'
import { type GitHubStandIn, type StandInPullRequest, startGitHub } from '@teamlore/hosts/testing'
import type { CodeHost } from '@teamlore/shared/code-hosts'
import type { IntegrationId, PullRequestId } from '@teamlore/shared/ids'
import { createAgentsMdWorld } from '../../agents-md/testing/agents-md-world.ts'
import { createSecretBox } from '../../identity/sign-in/secret-box.ts'
import { grantSystemScope } from '../../identity/teams/team-scope.ts'
import { makeCurate } from '../../memories/curate.ts'
import { makeRemember } from '../../memories/remember.ts'
import { makeNotePullRequest } from '../../outcomes/note-pull-request.ts'
import { makeSearch } from '../../search/search.ts'
import { makeWeighChange } from '../../why/report-change.ts'
import { makeAnswerPullRequest } from '../answer-pull-request.ts'
import { makeFinishIntegration, makeStartIntegration } from '../connect.ts'
import { makeReceiveHook } from '../receive-hook.ts'
import { makeReadHostedRepositories } from '../repositories.ts'

export const PATH = 'src/export.ts'
const PATCH = '@@ -9,6 +9,8 @@ export const run = () => {\n a\n-b\n-c\n+B\n+C\n+D\n+E\n f\n g\n h'

export const anchors = [
  { path: PATH, symbol: null, start_line: 10, end_line: 11, content_hash: null },
]

let commits = 0
export const newCommit = (): string => (++commits).toString(16).padStart(40, 'a')

export const pullRequest = (fields: Partial<StandInPullRequest> = {}): StandInPullRequest => ({
  number: 3,
  title: 'Retry exports',
  state: 'open',
  merged: false,
  head: newCommit(),
  fork: null,
  files: [{ filename: PATH, status: 'modified', changes: 6, patch: PATCH }],
  commits: [],
  ...fields,
})

/** A team that is connected to a GitHub of this machine, with the repository of its project. */
export const createHostedWorld = async (database: TestDatabase, github: GitHubStandIn) => {
  const world = await createAgentsMdWorld(database)
  const host = createGitHub({ allowedHosts: { names: new Set(['127.0.0.1']), ranges: [] } })
  let clock = Date.now()
  const now = () => new Date(clock)
  const deps = {
    unitOfWork: world.unitOfWork,
    host,
    secretBox: createSecretBox('a secret of a server that is long enough'),
    publicUrl: 'https://lore.test',
    now,
  }
  const { id, action } = await makeStartIntegration(deps)(world.admin, {
    kind: 'github',
    web_url: github.webUrl,
  })
  const state = new URL(action).searchParams.get('state') ?? ''
  await makeFinishIntegration(deps)(world.admin, { code: github.giveCode(), state })
  const scope = grantSystemScope(world.admin.teamId)
  const integration = id as IntegrationId
  const harbour = github.add({ name: 'acme/harbour', url: 'https://github.com/acme/harbour' })
  const read = () => makeReadHostedRepositories(deps)(scope, { integrationId: integration })
  const stored = <T extends Record<string, unknown>>(statement: string) =>
    readAsOwner<T>(database.engine, statement)

  const send = (
    event: string,
    payload: object,
    options: { delivery?: string; secret?: string } = {},
  ) => {
    const { headers, body } = github.hook(event, payload, options)
    return makeReceiveHook({ ...deps, unitOfWork: world.unitOfWork })({
      integration,
      event,
      delivery: headers['x-github-delivery'],
      signature: headers['x-hub-signature-256'],
      body,
    })
  }
  const push = (
    repository = harbour,
    {
      action: what = 'synchronize',
      number = 3,
      ...options
    }: { action?: string; number?: number; delivery?: string } = {},
  ) =>
    send(
      'pull_request',
      {
        action: what,
        installation: { id: repository.installation },
        repository: {
          id: repository.id,
          full_name: repository.name,
          html_url: repository.url,
          private: repository.isPrivate,
        },
        pull_request: { number, title: 'Never kept' },
      },
      options,
    )
  const waiting = async (): Promise<PullRequestId[]> =>
    (
      await stored<{ id: PullRequestId }>(
        `select id from teamlore.pull_requests where team_id = '${world.admin.teamId}'
          and done_at is distinct from asked_at order by id`,
      )
    ).map((row) => row.id)
  const answerOne = (pullRequestId: PullRequestId, by: CodeHost = host) =>
    makeAnswerPullRequest({
      ...deps,
      host: by,
      unitOfWork: world.unitOfWork,
      weighChange: makeWeighChange(world),
      remember: makeRemember({ unitOfWork: world.unitOfWork, now }),
      notePullRequest: makeNotePullRequest({
        unitOfWork: world.unitOfWork,
        curate: makeCurate({ unitOfWork: world.unitOfWork }),
      }),
      curate: makeCurate({ unitOfWork: world.unitOfWork }),
      search: makeSearch({ unitOfWork: world.unitOfWork }),
      wording: PULL_REQUEST_WORDING,
    })(scope, { pullRequestId })
  return {
    ...world,
    deps,
    /** Takes in sessions, as a machine sends them. */
    capture: world.send,
    host,
    github,
    integration,
    harbourRepository: harbour,
    stored,
    read,
    send,
    push,
    waiting,
    answerOne,
    /** Does what is asked for, as the worker would. */
    answer: async () => {
      for (const one of await waiting()) await answerOne(one)
    },
    later: (ms: number) => {
      clock += ms
    },
  }
}

export type HostedWorld = Awaited<ReturnType<typeof createHostedWorld>>
export { startGitHub }
