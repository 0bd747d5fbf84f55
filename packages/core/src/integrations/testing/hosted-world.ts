import { PULL_REQUEST_WORDING } from '@teamlore/bots'
import { readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { createHosts } from '@teamlore/hosts'
import {
  type GitHubStandIn,
  type GitLabStandIn,
  type HostStandIn,
  type StandInHookRequest,
  type StandInPullRequest,
  type StandInPushed,
  startGitHub,
  startGitLab,
} from '@teamlore/hosts/testing'
import type { CodeHost } from '@teamlore/shared/code-hosts'
import type { IntegrationId, PullRequestId } from '@teamlore/shared/ids'
import { createAgentsMdWorld } from '../../agents-md/testing/agents-md-world.ts'
import { createSecretBox } from '../../identity/sign-in/secret-box.ts'
import { grantSystemScope, type TeamScope } from '../../identity/teams/team-scope.ts'
import { makeCurate } from '../../memories/curate.ts'
import { makeRemember } from '../../memories/remember.ts'
import { makeNotePullRequest } from '../../outcomes/note-pull-request.ts'
import { makeSearch } from '../../search/search.ts'
import { makeWeighChange } from '../../why/report-change.ts'
import { makeAnswerPullRequest } from '../answer-pull-request.ts'
import { makeFinishIntegration, makeStartIntegration } from '../connect.ts'
import { makeConnectIntegration } from '../connect-by-token.ts'
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

/** Every kind of host, for batteries that each of them has to pass. */
export const STAND_INS: { kind: HostStandIn['kind']; start: () => Promise<HostStandIn> }[] = [
  { kind: 'github', start: startGitHub },
  { kind: 'gitlab', start: startGitLab },
]

type ConnectDeps = Parameters<typeof makeStartIntegration>[0]

const connectGitHub = async (
  deps: ConnectDeps,
  admin: TeamScope<'admin'>,
  github: GitHubStandIn,
): Promise<string> => {
  const { id, action } = await makeStartIntegration(deps)(admin, {
    kind: 'github',
    web_url: github.webUrl,
  })
  const state = new URL(action).searchParams.get('state') ?? ''
  await makeFinishIntegration(deps)(admin, { code: github.giveCode(), state })
  return id
}

const connectGitLab = async (
  deps: ConnectDeps,
  admin: TeamScope<'admin'>,
  gitlab: GitLabStandIn,
): Promise<string> => {
  const { integration, hook_secret } = await makeConnectIntegration(deps)(admin, {
    kind: 'gitlab',
    web_url: gitlab.webUrl,
    token: gitlab.state.token.text,
    makes_hooks: false,
  })
  gitlab.state.hookSecret = hook_secret ?? ''
  return integration.id
}

/** A team that is connected to a host of this machine, with the repository of its project. */
export const createHostedWorld = async (database: TestDatabase, standIn: HostStandIn) => {
  const world = await createAgentsMdWorld(database)
  const hosts = createHosts({ allowedHosts: { names: new Set(['127.0.0.1']), ranges: [] } })
  const host: CodeHost = hosts[standIn.kind]
  let clock = Date.now()
  const now = () => new Date(clock)
  const deps = {
    unitOfWork: world.unitOfWork,
    hosts,
    secretBox: createSecretBox('a secret of a server that is long enough'),
    publicUrl: 'https://lore.test',
    now,
  }
  const id =
    standIn.kind === 'github'
      ? await connectGitHub(deps, world.admin, standIn)
      : await connectGitLab(deps, world.admin, standIn)
  const scope = grantSystemScope(world.admin.teamId)
  const integration = id as IntegrationId
  const harbour = standIn.add({ name: 'acme/harbour', url: 'https://github.com/acme/harbour' })
  const read = () => makeReadHostedRepositories(deps)(scope, { integrationId: integration })
  const stored = <T extends Record<string, unknown>>(statement: string) =>
    readAsOwner<T>(database.engine, statement)

  const hear = ({ headers, body }: StandInHookRequest) =>
    makeReceiveHook(deps)({ kind: standIn.kind, integration, headers, body })
  const push = (repository = harbour, pushed: StandInPushed = {}) =>
    hear(standIn.pushed(repository, pushed))
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
      hosts: { ...hosts, [standIn.kind]: by },
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
    standIn,
    systemScope: scope,
    integration,
    harbourRepository: harbour,
    stored,
    read,
    hear,
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
