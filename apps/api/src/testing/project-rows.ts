import { expect } from 'vitest'
import { holds, type RouteBattery } from './route-battery.ts'

/** Rows of who sees a project. */
export const PROJECT_ROWS: RouteBattery[] = [
  {
    route: 'PUT /v1/projects/:id',
    as: 'admin',
    status: 200,
    request: ({ project }) => ({
      url: `/v1/projects/${project}`,
      payload: { keeps_worktrees_apart: true },
    }),
    others: 'not_found',
    malformed: ({ project }) => ({ url: `/v1/projects/${project}`, payload: {} }),
    check: (response) => expect(response.json()).toMatchObject({ keeps_worktrees_apart: true }),
  },
  {
    route: 'POST /v1/projects/:id/access',
    as: 'admin',
    status: 200,
    request: ({ project, user }) => ({ url: `/v1/projects/${project}/access`, payload: { user } }),
    others: 'not_found',
    malformed: ({ project }) => ({
      url: `/v1/projects/${project}/access`,
      payload: { user: 'Bo' },
    }),
    check: holds('user'),
  },
  {
    route: 'DELETE /v1/projects/:id/access',
    as: 'admin',
    status: 200,
    request: ({ project, user }) => ({ url: `/v1/projects/${project}/access?user=${user}` }),
    others: 'not_found',
    malformed: ({ project }) => ({ url: `/v1/projects/${project}/access` }),
  },
]
