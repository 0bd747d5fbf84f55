import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createRedactor } from '@teamlore/redaction'
import type { MemoryId, newId, UserId } from '@teamlore/shared'
import { isLiving } from '@teamlore/shared/memory-kinds'
import type { ReportPullRequest } from '@teamlore/shared/pull-requests'
import { findProject } from '../code/get-code-graph.ts'
import type { SystemScope, TeamScope } from '../identity/teams/team-scope.ts'
import { lockOpen } from '../memories/open-memories.ts'
import { policyOf } from '../memories/policy.ts'
import { changeMemory } from '../memories/write-memory.ts'
import type { Writing } from '../memories/writing.types.ts'
import type { Clock } from '../platform/clock.ts'
import { cleanStrings } from '../text/clean-strings.ts'
import { type FoundReason, findReason } from './reason/find-reason.ts'
import { lowerTrust, restoreTrust, type SaidAgainst } from './trust.ts'

/** What became of a pull request; `reverted`: it was merged and taken back. */
export type Concluded = Omit<ReportPullRequest, 'state'> & {
  state: ReportPullRequest['state'] | 'reverted'
}

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now: Clock
  ids: Pick<typeof newId, 'memory' | 'document'>
}

/** Who says so: a person, or a host that the team is connected to. */
type Saying = { scope: TeamScope<'member'> | SystemScope; by: UserId | null }

/** Sessions behind so many of its commits are asked for a reason. */
const ASKED = 10
/** What rests on so many of its commits is looked for: one that has more is no proposal any more. */
const WEIGHED = 100

/** What follows from a pull request for what the team believes; who buries it is for the caller. */
export const createConcluding = ({ unitOfWork, now, ids }: Deps) => ({
  clean: ({ scope }: Saying, asked: Concluded): Promise<Concluded> =>
    unitOfWork.inTeam(scope, (repos) => clean(repos, asked)),

  /** What rests on its commits is trusted less. What is known as taken back by its own commits is weighed with these. */
  takeBack: ({ scope, by }: Saying, request: Concluded) =>
    unitOfWork.inTeam(scope, async (repos) => {
      const found = await find(repos, request)
      const isKnown = request.state === 'reverted' && found.commits.some((one) => one.is_reverted)
      const concerned = new Set<MemoryId>()
      if (!isKnown)
        for (const { id, sha } of found.commits.slice(0, WEIGHED))
          for (const memory of await repos.outcomes.concerned(id, sha)) concerned.add(memory.id)
      const lowered = await lowerTrust(repos, saidBy(request), [...concerned], {
        teamId: scope.teamId,
        by,
        at: now(),
        ids,
      })
      return { ...found, lowered, isKnown }
    }),

  /** Why it was turned down, as far as a session behind it says that this scope reads. */
  quoted: (
    scope: TeamScope | SystemScope,
    request: Concluded,
    found: Pick<Awaited<ReturnType<typeof find>>, 'commits' | 'paths'>,
  ): Promise<FoundReason | undefined> =>
    unitOfWork.inTeam(scope, (repos) => quotedOf(repos, request, { ...found, at: now() })),

  /** All is as it was before it was turned down. */
  restore: ({ scope, by }: Saying, request: Concluded) =>
    unitOfWork.inTeam(scope, async (repos) => {
      const found = await find(repos, request)
      const policy = await policyOf(repos, found.projectId)
      const writing = { teamId: scope.teamId, by, at: now(), ids, policy }
      await archive(repos, writing, { request, graves: found.graves, isTool: isTool(scope) })
      return { commits: found.commits.length, restored: await restoreAll(repos, request) }
    }),
})

/** Whoever has the secret of an address may say anything; a host that the team is connected to was asked itself. */
const isTool = (scope: Saying['scope']): boolean => scope.actor.kind === 'tool'

/** What was buried over it came in after all. What a person approved, no tool takes away. */
const archive = async (
  repos: TeamRepositories,
  writing: Writing,
  {
    request,
    graves,
    isTool,
  }: { request: Concluded; graves: readonly { id: MemoryId }[]; isTool: boolean },
): Promise<void> => {
  const { memories } = await lockOpen(
    repos,
    graves.map(({ id }) => id),
  )
  for (const memory of memories)
    if (isLiving(memory.status) && !(isTool && memory.status === 'active'))
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
  { title }: Concluded,
  {
    commits,
    paths,
    at,
  }: Pick<Awaited<ReturnType<typeof find>>, 'commits' | 'paths'> & { at: Date },
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
  asked: Concluded,
): Promise<Concluded> => {
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

const find = async (repos: TeamRepositories, { project, commits, branch, url }: Concluded) => {
  const { id: projectId } = await findProject(repos, project)
  const found = await repos.outcomes.ofPullRequest(projectId, { shas: commits, branch })
  return {
    projectId,
    commits: found,
    paths: await repos.outcomes.pathsOf(found.map((commit) => commit.id)),
    graves: await repos.outcomes.gravesOf(projectId, url),
  }
}

const SIGNAL_OF: Partial<Record<Concluded['state'], SaidAgainst['type']>> = {
  rejected: 'change_rejected',
  reverted: 'reverted',
}

const saidBy = ({ state, url, number, title }: Concluded): SaidAgainst => ({
  type: SIGNAL_OF[state] ?? 'change_rejected',
  source: `pull-request:${url}`.slice(0, 300),
  note: `pull request #${number} ${title}`.slice(0, 1_000),
})

const restoreAll = async (repos: TeamRepositories, request: Concluded): Promise<number> => {
  const said = saidBy(request)
  let restored = 0
  for (const type of ['change_rejected', 'reverted'] as const)
    restored += await restoreTrust(repos, { ...said, type })
  return restored
}
