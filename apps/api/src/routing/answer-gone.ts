import { DomainError, type TeamScope } from '@teamlore/core'
import { recordForgotten } from '@teamlore/core/forgetting'
import type { TeamRole } from '@teamlore/shared'
import type { Route } from './route.ts'

type IsForgotten = (scope: TeamScope, id: string) => Promise<boolean>

const WHOLE_ID = /^[a-z]{3,4}_[0-9a-hjkmnp-tv-z]{26}$/

const idOf = (params: unknown): string | undefined => {
  const id = typeof params === 'object' && params !== null && 'id' in params ? params.id : undefined
  return typeof id === 'string' && WHOLE_ID.test(id) ? id : undefined
}

/**
 * What every route of one thing says of one that was forgotten: that it is gone, and not that it never was. It is asked only where a
 * route found nothing, so later routes need not think of it.
 */
export const answerGone = (routes: readonly Route[], isForgotten: IsForgotten): Route[] => {
  const errorOf = async (
    error: unknown,
    scope: TeamScope<TeamRole> | undefined,
    id: string | undefined,
  ): Promise<unknown> => {
    if (!(error instanceof DomainError) || error.kind !== 'not_found') return error
    if (scope === undefined || id === undefined) return error
    return (await isForgotten(scope, id)) ? recordForgotten({ cause: error }) : error
  }
  return routes.map((route) => ({
    ...route,
    run: async (scope, input, exchange) => {
      try {
        return await route.run(scope, input, exchange)
      } catch (error) {
        throw await errorOf(error, scope, idOf(input.params))
      }
    },
  }))
}
