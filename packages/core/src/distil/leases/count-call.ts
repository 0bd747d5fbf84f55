import { createHash } from 'node:crypto'
import type { TeamRepositories } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { AnswerLeases } from '@teamlore/shared/distil-leases'
import { requirePerson } from '../../identity/teams/require-person.ts'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
import type { LeaseDeps } from './lease.types.ts'

export type Counting = { scope: TeamScope<'member'>; request: AnswerLeases }

/** Counts what a call of a person's own agent cost, once. */
export const countCall = async (
  { usage }: Pick<TeamRepositories, 'usage'>,
  { ids = newId }: LeaseDeps,
  { scope, request }: Counting,
): Promise<boolean> => {
  const userId = requirePerson(scope)
  const { call, tool } = request
  if (call === undefined) return false
  const { id, model, usage: used, failure = null } = call
  await usage.lock()
  return usage.report({
    id: ids.event(),
    userId,
    purpose: 'distil',
    model: `${tool} ${model}`,
    key: createHash('sha256').update(`own agent\u0000${userId}\u0000${id}`).digest('hex'),
    inputTokens: used.input_tokens,
    outputTokens: used.output_tokens,
    costMicros: used.usd === null ? null : Math.round(used.usd * 1e6),
    reason: failure,
  })
}
