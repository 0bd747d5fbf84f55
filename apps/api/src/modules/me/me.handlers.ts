import { type Routes, SESSION_COOKIE } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { MeUseCases } from './me.use-cases.ts'

/** Who asks, in which team, and how much they may see there. */
export const meHandlers = (
  useCases: MeUseCases,
): Handlers<Pick<Routes, 'me' | 'renameMe' | 'reportExport' | 'switchTeam' | 'stats'>> => ({
  me: (scope) => useCases.getMe(scope),
  renameMe: (scope, { body }) => useCases.renameMe(scope, body),
  reportExport: (scope, { body }) => useCases.reportExport(scope, body),
  switchTeam: (scope, { body }, { request }) =>
    useCases.switchTeam(scope, body, { browserToken: request.cookies[SESSION_COOKIE] }),
  stats: (scope) => useCases.getStats(scope),
})
