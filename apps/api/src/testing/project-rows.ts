import { expect } from 'vitest'
import { holds, type RouteBattery } from './route-battery.ts'

const armOf = (project_id: string) => ({
  tool: 'codex',
  session: 'one',
  project_id,
  round: 'evt_1',
  arm: 'with_brief',
  began_at: '2026-03-04T05:06:07.000Z',
})

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

/** Rows of sharing a session, and of taking it back: those of the table's own team are the caller's and read by nobody else. */
export const SHARE_ROWS: RouteBattery[] = [
  {
    route: 'GET /v1/sessions/:id/share',
    as: 'member',
    status: 200,
    request: ({ session }) => ({ url: `/v1/sessions/${session}/share` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/sessions/prj_01abcdef/share' }),
    check: (response) =>
      expect(response.json()).toMatchObject({
        session: { visibility: 'team' },
        becomes: 'private',
      }),
  },
  {
    route: 'POST /v1/sessions/:id/share',
    as: 'member',
    status: 200,
    request: ({ session }) => ({ url: `/v1/sessions/${session}/share` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/sessions/prj_01abcdef/share' }),
    check: (response) => expect(response.json().session.visibility).toBe('team'),
  },
  {
    route: 'DELETE /v1/sessions/:id/share',
    as: 'member',
    status: 200,
    request: ({ session }) => ({ url: `/v1/sessions/${session}/share` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/sessions/prj_01abcdef/share' }),
    check: (response) => expect(response.json().session.visibility).toBe('private'),
  },
  {
    route: 'GET /v1/projects/:id/holdout',
    as: 'viewer',
    status: 200,
    request: ({ project }) => ({ url: `/v1/projects/${project}/holdout` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/projects/x/holdout' }),
    check: (response) => expect(response.json()).toMatchObject({ share: 0, result: null }),
  },
  {
    route: 'PUT /v1/projects/:id/holdout',
    as: 'admin',
    status: 200,
    request: ({ project }) => ({ url: `/v1/projects/${project}/holdout`, payload: { share: 20 } }),
    others: 'not_found',
    malformed: ({ project }) => ({
      url: `/v1/projects/${project}/holdout`,
      payload: { share: 51 },
    }),
    check: (response) => expect(response.json()).toMatchObject({ share: 20, paused: null }),
  },
  {
    route: 'POST /v1/holdout/arms',
    as: 'member',
    status: 200,
    request: ({ project }) => ({ url: '/v1/holdout/arms', payload: { arms: [armOf(project)] } }),
    others: 'their own',
    malformed: ({ project }) => ({
      url: '/v1/holdout/arms',
      payload: { arms: [{ ...armOf(project), arm: 'both' }] },
    }),
    // Its project parts no sessions.
    check: (response) => expect(response.json()).toEqual({ taken: 0, passed_over: 1 }),
  },
  {
    route: 'GET /v1/projects/:id/retention',
    as: 'viewer',
    status: 200,
    request: ({ project }) => ({ url: `/v1/projects/${project}/retention` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/projects/x/retention' }),
    check: (response) => expect(response.json()).toMatchObject({ policy: null, runs: [] }),
  },
  {
    route: 'GET /v1/projects/:id/retention/preview',
    as: 'admin',
    status: 200,
    request: ({ project }) => ({
      url: `/v1/projects/${project}/retention/preview?days=30&keeps_prompts=false`,
    }),
    others: 'not_found',
    malformed: ({ project }) => ({ url: `/v1/projects/${project}/retention/preview?days=0` }),
    check: (response) =>
      expect(response.json().policy).toEqual({ days: 30, max_bytes: null, keeps_prompts: false }),
  },
  {
    route: 'PUT /v1/projects/:id/retention',
    as: 'admin',
    status: 200,
    request: ({ project }) => ({
      url: `/v1/projects/${project}/retention`,
      payload: { days: 120, max_bytes: 1_000_000_000 },
    }),
    others: 'not_found',
    malformed: ({ project }) => ({
      url: `/v1/projects/${project}/retention`,
      payload: { max_bytes: 5 },
    }),
    check: (response) =>
      expect(response.json().policy).toMatchObject({ days: 120, keeps_prompts: true }),
  },
  {
    route: 'GET /v1/projects/:id/agents-md',
    as: 'viewer',
    status: 200,
    request: ({ project }) => ({ url: `/v1/projects/${project}/agents-md` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/projects/x/agents-md' }),
  },
  {
    route: 'GET /v1/projects/:id/agents-md/policy',
    as: 'viewer',
    status: 200,
    request: ({ project }) => ({ url: `/v1/projects/${project}/agents-md/policy` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/projects/x/agents-md/policy' }),
    check: (response) => expect(response.json()).toMatchObject({ max_tokens: 1_500 }),
  },
  {
    route: 'POST /v1/projects/:id/agents-md/check',
    as: 'viewer',
    status: 200,
    request: ({ project }) => ({
      url: `/v1/projects/${project}/agents-md/check`,
      payload: { text: '# Repo\n' },
    }),
    others: 'not_found',
    malformed: ({ project }) => ({ url: `/v1/projects/${project}/agents-md/check`, payload: {} }),
  },
  {
    route: 'POST /v1/projects/:id/agents-md/export',
    as: 'member',
    status: 200,
    request: ({ project }) => ({
      url: `/v1/projects/${project}/agents-md/export`,
      payload: { text: '# Repo\n' },
    }),
    others: 'not_found',
    malformed: ({ project }) => ({ url: `/v1/projects/${project}/agents-md/export`, payload: {} }),
  },
  {
    route: 'POST /v1/projects/:id/agents-md/import',
    as: 'member',
    status: 200,
    request: ({ project }) => ({
      url: `/v1/projects/${project}/agents-md/import`,
      payload: { text: '# Repo\n' },
    }),
    others: 'not_found',
    malformed: ({ project }) => ({ url: `/v1/projects/${project}/agents-md/import`, payload: {} }),
  },
  {
    route: 'PUT /v1/projects/:id/agents-md/policy',
    as: 'admin',
    status: 200,
    request: ({ project }) => ({
      url: `/v1/projects/${project}/agents-md/policy`,
      payload: { max_tokens: 900 },
    }),
    others: 'not_found',
    malformed: ({ project }) => ({
      url: `/v1/projects/${project}/agents-md/policy`,
      payload: { max_tokens: 5 },
    }),
    check: (response) => expect(response.json()).toMatchObject({ max_tokens: 900, is_own: true }),
  },
  {
    route: 'DELETE /v1/projects/:id/agents-md/policy',
    as: 'admin',
    status: 200,
    request: ({ project }) => ({ url: `/v1/projects/${project}/agents-md/policy` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/projects/x/agents-md/policy' }),
    check: (response) => expect(response.json()).toMatchObject({ is_own: false }),
  },
  {
    route: 'GET /v1/projects/:id/agents-md/pull-request',
    as: 'viewer',
    status: 200,
    request: ({ project }) => ({ url: `/v1/projects/${project}/agents-md/pull-request` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/projects/x/agents-md/pull-request' }),
    check: (response) => expect(response.json()).toMatchObject({ is_on: false, state: 'none' }),
  },
  {
    // No app knows the repository here; propose-agents-md.test.ts has one that does.
    route: 'PUT /v1/projects/:id/agents-md/pull-request',
    as: 'admin',
    status: 409,
    request: ({ project }) => ({
      url: `/v1/projects/${project}/agents-md/pull-request`,
      payload: { path: 'CLAUDE.md' },
    }),
    others: 'not_found',
    malformed: ({ project }) => ({
      url: `/v1/projects/${project}/agents-md/pull-request`,
      payload: { path: '../x' },
    }),
  },
  {
    route: 'DELETE /v1/projects/:id/agents-md/pull-request',
    as: 'admin',
    status: 200,
    request: ({ project }) => ({ url: `/v1/projects/${project}/agents-md/pull-request` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/projects/x/agents-md/pull-request' }),
    check: (response) => expect(response.json()).toMatchObject({ is_on: false }),
  },
]
