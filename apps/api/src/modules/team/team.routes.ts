import {
  API_ROUTES,
  machinePageSchema,
  meSchema,
  pageQuerySchema,
  projectPageSchema,
  redactionRulesSchema,
  registerMachineRequestSchema,
  registerMachineResponseSchema,
  setRedactionRulesSchema,
  statsSchema,
} from '@teamlore/shared'
import { type Route, teamRoute } from '../../routing/route.ts'
import type { UseCases } from '../../use-cases.ts'

type Deps = Pick<
  UseCases,
  | 'getMe'
  | 'getStats'
  | 'listProjects'
  | 'listMachines'
  | 'registerMachine'
  | 'getRedactionRules'
  | 'setRedactionRules'
>

export const teamRoutes = (useCases: Deps): Route[] => [
  teamRoute({
    method: 'GET',
    path: API_ROUTES.me,
    id: 'getMe',
    needs: 'viewer',
    tag: 'Team',
    summary: 'Who am I',
    description: 'The team, person, role and machine that the key or the browser stands for.',
    answer: meSchema,
    run: (scope) => useCases.getMe(scope),
  }),
  teamRoute({
    method: 'GET',
    path: API_ROUTES.stats,
    id: 'getStats',
    needs: 'viewer',
    tag: 'Team',
    summary: 'Figures of the team',
    description: 'How much of everything there is that you may see.',
    answer: statsSchema,
    run: (scope) => useCases.getStats(scope),
  }),
  teamRoute({
    method: 'GET',
    path: API_ROUTES.projects,
    id: 'listProjects',
    needs: 'viewer',
    tag: 'Team',
    summary: 'List projects',
    description: 'Repositories the team works in. Clones and worktrees of one are one project.',
    query: pageQuerySchema,
    answer: projectPageSchema,
    failures: [422],
    run: (scope, { query }) => useCases.listProjects(scope, query),
  }),
  teamRoute({
    method: 'GET',
    path: API_ROUTES.machines,
    id: 'listMachines',
    needs: 'viewer',
    tag: 'Team',
    summary: 'List machines',
    description: 'Machines whose agent sends sessions to this team.',
    query: pageQuerySchema,
    answer: machinePageSchema,
    failures: [422],
    run: (scope, { query }) => useCases.listMachines(scope, query),
  }),
  teamRoute({
    method: 'POST',
    path: API_ROUTES.machines,
    id: 'registerMachine',
    needs: 'member',
    tag: 'Team',
    summary: 'Register a machine',
    description:
      "Exchanges the caller's key for one of this machine's own, which can be revoked alone. It is shown once.",
    body: registerMachineRequestSchema,
    answer: registerMachineResponseSchema,
    status: 201,
    run: (scope, { body }) => useCases.registerMachine(scope, body),
  }),
  ...redactionRoutes(useCases),
]

const redactionRoutes = (useCases: Deps): Route[] => [
  teamRoute({
    method: 'GET',
    path: API_ROUTES.redactionRules,
    id: 'getRedactionRules',
    needs: 'viewer',
    tag: 'Team',
    summary: 'What the team takes for a secret',
    description:
      'Patterns the team added to those of every installation, and texts that are no secrets. Machines ask before they send.',
    answer: redactionRulesSchema,
    run: (scope) => useCases.getRedactionRules(scope),
  }),
  teamRoute({
    method: 'PUT',
    path: API_ROUTES.redactionRules,
    id: 'setRedactionRules',
    needs: 'admin',
    tag: 'Team',
    summary: 'Set what the team takes for a secret',
    description:
      'Puts `rules`, `allow` or both in the place of those before; what is not named stays as it is. One that could take too long over a text made for it is refused.',
    body: setRedactionRulesSchema,
    answer: redactionRulesSchema,
    failures: [422],
    run: (scope, { body }) => useCases.setRedactionRules(scope, body),
  }),
]
