import { grantTeamScope } from '@teamlore/core'
import { newId } from '@teamlore/shared'
import { createMetrics } from '../../plugins/metrics.ts'
import type { ToolContext, ToolUseCases } from '../tool.ts'

/** What a tool runs with, over use cases of the test's own. An unexpected failure fails the test. */
export const contextOf = (useCases: Partial<ToolUseCases>): ToolContext => ({
  // What agents were given is noted beside every answer.
  useCases: { noteMemoriesGiven: async () => undefined, ...useCases } as ToolUseCases,
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
