import { type Routes, SESSION_COOKIE } from '@teamlore/shared'
import type { UseCases } from '../../compose.ts'
import type { Handlers } from '../../routing/serve.ts'

type Deps = Pick<
  UseCases,
  | 'getMe'
  | 'renameMe'
  | 'switchTeam'
  | 'getStats'
  | 'listProjects'
  | 'getProject'
  | 'setProject'
  | 'grantProject'
  | 'revokeProject'
  | 'listMachines'
  | 'registerMachine'
  | 'getRedactionRules'
  | 'setRedactionRules'
  | 'getUsage'
  | 'setUsageSettings'
  | 'getCapture'
  | 'reportCapture'
>

type Table = Pick<
  Routes,
  | 'me'
  | 'renameMe'
  | 'switchTeam'
  | 'stats'
  | 'projects'
  | 'machines'
  | 'redactionRules'
  | 'usage'
  | 'capture'
>

export const teamHandlers = (useCases: Deps): Handlers<Table> => ({
  me: (scope) => useCases.getMe(scope),
  renameMe: (scope, { body }) => useCases.renameMe(scope, body),
  switchTeam: (scope, { body }, { request }) =>
    useCases.switchTeam(scope, body, { browserToken: request.cookies[SESSION_COOKIE] }),
  stats: (scope) => useCases.getStats(scope),
  projects: {
    list: (scope, { query }) => useCases.listProjects(scope, query),
    get: (scope, { params }) => useCases.getProject(scope, params),
    set: (scope, { params, body }) => useCases.setProject(scope, { ...params, ...body }),
    grant: (scope, { params, body }) => useCases.grantProject(scope, { ...params, ...body }),
    revoke: (scope, { params, query }) => useCases.revokeProject(scope, { ...params, ...query }),
  },
  machines: {
    list: (scope, { query }) => useCases.listMachines(scope, query),
    register: (scope, { body }) => useCases.registerMachine(scope, body),
  },
  redactionRules: {
    get: (scope) => useCases.getRedactionRules(scope),
    set: (scope, { body }) => useCases.setRedactionRules(scope, body),
  },
  usage: {
    get: (scope, { query }) => useCases.getUsage(scope, query),
    set: (scope, { body }) => useCases.setUsageSettings(scope, body),
  },
  capture: {
    get: (scope, { query }) => useCases.getCapture(scope, query),
    report: (scope, { body }) => useCases.reportCapture(scope, body),
  },
})
