import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { LeaseStatus, LeaseStatusQuery } from '@teamlore/shared/distil-leases'
import type { ReadingState } from '@teamlore/shared/handover'
import { roleCovers } from '@teamlore/shared/roles'
import { requirePerson } from '../../identity/teams/require-person.ts'
import { hidesPrivate, type TeamScope } from '../../identity/teams/team-scope.ts'
import { wantedOf } from './lease-sessions.ts'
import { toolsAllowed } from './may-distil.ts'

const BYTES_PER_TOKEN = 3.5

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

/** What could be distilled, what is under way, and what it cost whom. */
export const makeGetLeaseStatus =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, query: LeaseStatusQuery): Promise<LeaseStatus> =>
    unitOfWork.inTeam(scope, (repos) => readStatus(repos, scope, query))

type Repositories = Pick<TeamRepositories, 'usage' | 'distilLeases' | 'handedReadings'>

export const readStatus = async (
  repos: Repositories,
  scope: TeamScope,
  query: LeaseStatusQuery,
): Promise<LeaseStatus> => {
  const { usage, distilLeases } = repos
  const rules = await distilLeases.rules()
  const { isEnabled } = await usage.settings()
  const tools = isEnabled && !hidesPrivate(scope) ? toolsAllowed(rules) : []
  const wanted = wantedOf(scope, query, null)
  const { sessions, bytes } = await distilLeases.howMuchIsDue(wanted)
  const memories = await distilLeases.countDueMemories(wanted)
  const recent = await distilLeases.recent(query.limit)
  return {
    allowed: tools.length > 0 && roleCovers(scope.role, 'member'),
    tools,
    rules,
    due: { sessions, tokens: Math.ceil(bytes / BYTES_PER_TOKEN), memories },
    today: { tokens: await usage.ownToday(requirePerson(scope)) },
    leases: recent.map((lease) => ({
      id: lease.id,
      user: { id: lease.userId, name: lease.userName },
      session: lease.sessionId === null ? null : { id: lease.sessionId, title: lease.sessionTitle },
      memory: lease.isOfMemory ? { id: lease.memoryId, title: lease.memoryTitle } : null,
      tool: lease.tool,
      state: lease.state,
      reason: lease.reason,
      answered: lease.answered,
      findings: lease.findings,
      created_at: lease.createdAt,
      expires_at: lease.expiresAt,
      finished_at: lease.finishedAt,
    })),
    handed_over: await readingsOf(repos),
    people: await byPerson({ usage, distilLeases }, scope, query.days),
  }
}

/** What second readers said so far of what agents handed over. */
const readingsOf = async ({
  handedReadings,
}: Pick<Repositories, 'handedReadings'>): Promise<LeaseStatus['handed_over']> => {
  const counts = await handedReadings.counts()
  const of = (state: ReadingState) => counts.find((one) => one.state === state)?.count ?? 0
  return {
    waiting: of('waiting'),
    confirmed: of('confirmed'),
    refused: of('refused'),
    unclear: of('unclear'),
  }
}

const NO_COST = { calls: 0, failed: 0, inputTokens: 0, outputTokens: 0, costMicros: null }
const NO_LEASES = { done: 0, failed: 0, leased: 0 }

/** Admins see everybody's figures; others their own. */
const byPerson = async (
  { usage, distilLeases }: Pick<Repositories, 'usage' | 'distilLeases'>,
  scope: TeamScope,
  days: number,
): Promise<LeaseStatus['people']> => {
  const costs = await usage.ownByPerson(days)
  const counts = await distilLeases.countsByPerson(days)
  const names = new Map(
    [...costs, ...counts].map(({ userId, userName }) => [userId, userName] as const),
  )
  const isShown = (userId: string) => roleCovers(scope.role, 'admin') || userId === scope.userId
  return [...names]
    .filter(([userId]) => isShown(userId))
    .map(([userId, name]) => {
      const cost = costs.find((one) => one.userId === userId) ?? NO_COST
      const counted = counts.find((one) => one.userId === userId) ?? NO_LEASES
      return {
        user: { id: userId, name },
        calls: cost.calls,
        failed_calls: cost.failed,
        input_tokens: cost.inputTokens,
        output_tokens: cost.outputTokens,
        usd: cost.costMicros === null ? null : cost.costMicros / 1e6,
        done: counted.done,
        failed: counted.failed,
        leased: counted.leased,
      }
    })
}
