import {
  API_ROUTES,
  machinePageSchema,
  meSchema,
  pageQuerySchema,
  projectPageSchema,
  registerMachineRequestSchema,
  registerMachineResponseSchema,
  statsSchema,
} from '@teamlore/shared'
import { type Route, teamRoute } from '../../routing/route.ts'
import type { UseCases } from '../../use-cases.ts'

type Deps = Pick<
  UseCases,
  'getMe' | 'getStats' | 'listProjects' | 'listMachines' | 'registerMachine'
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
]
