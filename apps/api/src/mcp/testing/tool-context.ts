import { grantTeamScope } from '@teamlore/core'
import { newId } from '@teamlore/shared'
import type { UseCases } from '../../compose.ts'
import { createMetrics } from '../../plugins/metrics.ts'
import type { ToolContext } from '../tool.ts'

/** What a tool runs with, over use cases of the test's own. An unexpected failure fails the test. */
export const contextOf = (useCases: Partial<UseCases>): ToolContext => ({
  // What agents were given is noted beside every answer.
  useCases: { noteMemoriesGiven: async () => undefined, ...useCases } as UseCases,
  scope: grantTeamScope(
    {
      teamId: newId.team(),
      userId: newId.user(),
      role: 'viewer',
      actor: { kind: 'user', via: 'api_key' },
    },
    'viewer',
  ),
  metrics: createMetrics({ ofProcess: false }),
  onError: (_tool, error) => {
    throw error
  },
})
