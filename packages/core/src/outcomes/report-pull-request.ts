import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createRedactor } from '@teamlore/redaction'
import { type MemoryId, newId } from '@teamlore/shared'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { isLiving } from '@teamlore/shared/memory-kinds'
import type { ReportedPullRequest, ReportPullRequest } from '@teamlore/shared/pull-requests'
import { findProject } from '../code/get-code-graph.ts'
import { speakerOf, type TeamScope } from '../identity/teams/team-scope.ts'
import { lockOpen } from '../memories/open-memories.ts'
import { policyOf } from '../memories/policy.ts'
import type { Remember } from '../memories/remember.ts'
import { changeMemory } from '../memories/write-memory.ts'
import type { Writing } from '../memories/writing.types.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { cleanStrings } from '../text/clean-strings.ts'
import { type FoundReason, findReason } from './reason/find-reason.ts'
import { lowerTrust, restoreTrust, type SaidAgainst } from './trust.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  remember: Remember
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document'>
}

/** Sessions behind so many of its commits are asked for a reason. */
const ASKED = 10
/** What rests on so many of its commits is looked for: one that has more is no proposal any more. */
const WEIGHED = 100

/**
 * What became of a pull request. Of a rejected one, what rests on its commits is trusted less, and it becomes a graveyard draft.
 * Opened again or merged after all, everything is as before. What rests on a session that is private by now is left as it is.
 *
 * @throws DomainError `code.project_not_found`.
 */
export const makeReportPullRequest = ({
  unitOfWork,
  remember,
  now = systemClock,
  ids = newId,
}: Deps) => {
  const reject = (scope: TeamScope<'member'>, request: ReportPullRequest) =>
    unitOfWork.inTeam(scope, async (repos) => {
      const found = await find(repos, request)
      const concerned = new Set<MemoryId>()
      for (const { id, sha } of found.commits.slice(0, WEIGHED))
        for (const memory of await repos.outcomes.concerned(id, sha)) concerned.add(memory.id)
      const lowered = await lowerTrust(repos, signalOf(request), [...concerned], {
        teamId: scope.teamId,
        by: speakerOf(scope),
        at: now(),
        ids,
      })
      return { ...found, lowered, quoted: await quotedOf(repos, request, { ...found, at: now() }) }
    })

  const restore = (scope: TeamScope<'member'>, request: ReportPullRequest) =>
    unitOfWork.inTeam(scope, async (repos) => {
      const found = await find(repos, request)
      const writing = {
        teamId: scope.teamId,
        by: speakerOf(scope),
        at: now(),
        ids,
        policy: await policyOf(repos, found.projectId),
      }
      await archive(repos, writing, { request, graves: found.graves })
      return {
        commits: found.commits.length,
        restored: await restoreTrust(repos, signalOf(request)),
      }
    })

  return async (
    scope: TeamScope<'member'>,
    asked: ReportPullRequest,
  ): Promise<ReportedPullRequest> => {
    const request = await unitOfWork.inTeam(scope, (repos) => clean(repos, asked))
    if (request.state !== 'rejected')
      return { lowered: 0, graveyard: null, ...(await restore(scope, request)) }
    const { projectId, commits, lowered, graves, quoted, paths } = await reject(scope, request)
    const answer = { commits: commits.length, lowered, restored: 0 }
    const standing = graves.find(({ status }) => status !== 'archived')
    if (standing !== undefined) return { ...answer, graveyard: standing.id }
    if (commits.length === 0) return { ...answer, graveyard: null }
    const { id } = await remember(
      scope,
      rememberRequestSchema.parse({
        kind: 'graveyard',
        project: projectId,
        draft: true,
        origin: speakerOf(scope) === null ? 'tool' : 'web',
        statement: `Proposed and turned down: ${request.title}`.slice(0, 500),
        reason: request.reason || (quoted?.quote ?? ''),
        anchors: paths.map((path) => ({ path })),
        evidence: [
          { kind: 'document', ref: request.url, quote: request.reason },
          ...(request.reason !== '' || quoted === undefined
            ? []
            : [{ kind: 'message', ref: quoted.messageId, quote: quoted.quote }]),
          ...commits.slice(0, 5).map(({ sha }) => ({ kind: 'commit', ref: sha })),
        ],
      }),
    )
    return { ...answer, graveyard: id }
  }
}

/** What was buried over it came in after all. */
const archive = async (
  repos: TeamRepositories,
  writing: Writing,
  { request, graves }: { request: ReportPullRequest; graves: readonly { id: MemoryId }[] },
): Promise<void> => {
  const { memories } = await lockOpen(
    repos,
    graves.map(({ id }) => id),
  )
  for (const memory of memories)
    if (isLiving(memory.status))
      await changeMemory(
        repos,
        writing,
        { ...memory, status: 'archived' },
        {
          change: 'archived',
          validFrom: writing.at.toISOString(),
          note: `pull request #${request.number} was ${request.state === 'merged' ? 'merged' : 'opened again'}`,
        },
      )
}

/** Why it was turned down, as far as a session behind it says. */
const quotedOf = async (
  { outcomes }: TeamRepositories,
  { title }: ReportPullRequest,
  { commits, paths, at }: Awaited<ReturnType<typeof find>> & { at: Date },
): Promise<FoundReason | undefined> => {
  const takenBack = { takenBackAt: at.toISOString(), about: [title, ...paths] }
  for (const { id, at: triedAt } of commits.slice(0, ASKED)) {
    const found = findReason(await outcomes.saidAround(id, null), { triedAt, ...takenBack })
    if (found !== undefined) return found
  }
  return undefined
}

/** A bot hands on what somebody wrote, secrets and all. */
const clean = async (
  { redactionRules }: TeamRepositories,
  asked: ReportPullRequest,
): Promise<ReportPullRequest> => {
  const redactor = createRedactor(await redactionRules.get())
  const plain = cleanStrings(asked)
  const without = (text: string) => redactor.redact(text).text
  return {
    ...plain,
    title: without(plain.title),
    reason: without(plain.reason),
    url: without(plain.url),
  }
}

const find = async (
  repos: TeamRepositories,
  { project, commits, branch, url }: ReportPullRequest,
) => {
  const { id: projectId } = await findProject(repos, project)
  const found = await repos.outcomes.ofPullRequest(projectId, { shas: commits, branch })
  return {
    projectId,
    commits: found,
    paths: await repos.outcomes.pathsOf(found.map((commit) => commit.id)),
    graves: await repos.outcomes.gravesOf(projectId, url),
  }
}

const signalOf = ({ url, number, title }: ReportPullRequest): SaidAgainst => ({
  type: 'change_rejected',
  source: `pull-request:${url}`.slice(0, 300),
  note: `pull request #${number} ${title}`.slice(0, 1_000),
})
