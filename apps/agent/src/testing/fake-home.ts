import {
  type Home,
  type HomeMemory,
  homeQuerySchema,
  homeSchema,
  homeVisitSchema,
} from '@teamlore/shared/home'
import {
  setUsageSettingsSchema,
  type TeamUsage,
  usageQuerySchema,
  usageSchema,
} from '@teamlore/shared/usage'
import type { z } from 'zod'

export const buildHomeMemory = (fields: Partial<HomeMemory> = {}): HomeMemory => ({
  id: 'mem_01k9x2f0aaaaaaaaaaaaaaaaaa',
  kind: 'decision',
  status: 'unreviewed',
  topic: 'Lock of the tide table',
  statement: 'The writer takes the lock of the tide table first.',
  project: { id: 'prj_01k9x2f0aaaaaaaaaaaaaaaaaa', name: 'acme/harbour' },
  ...fields,
})

export const buildHome = (): Home => ({
  at: '2026-05-08T09:00:00.000Z',
  since: '2026-05-07T09:00:00.000Z',
  is_first_visit: false,
  guide: {
    is_hidden: false,
    steps: [
      { id: 'machine', is_done: true },
      { id: 'import', is_done: true },
      { id: 'agents', is_done: false },
    ],
  },
  news: {
    sessions: {
      count: 2,
      items: [
        {
          id: 'ses_01k9x2f0aaaaaaaaaaaaaaaaaa',
          title: 'Berth 0 refuses the tide table',
          tool: 'claude-code',
          person: 'Ana',
          project: null,
          at: '2026-05-08T08:00:00.000Z',
        },
      ],
    },
    findings: { count: 3 },
    memories: { count: 1, items: [buildHomeMemory()] },
  },
  review: {
    week: '2026-05-04',
    size: 6,
    decided: 2,
    waiting: 9,
    items: [buildHomeMemory()],
  },
  contradictions: { count: 0, most: 100, items: [] },
  stale: { count: 0, items: [] },
  capture: {
    count: 1,
    items: [{ severity: 'error', message: 'The laptop is silent.', remedy: 'Start it.' }],
  },
  cost: {
    days: 30,
    team: { calls: 0, tokens: 0, usd: 0 },
    own: { calls: 4, tokens: 61_000, usd: 0.42 },
  },
})

type FakeWorld = { home: Home; usage: TeamUsage }

/** What somebody looks at to see how things are: their first page, and what models cost. */
export const fakeOverview = (
  path: string,
  query: Record<string, string>,
  body: unknown,
  { home, usage }: FakeWorld,
): [z.ZodType, unknown] => {
  if (path === '/v1/home') {
    homeQuerySchema.parse(query)
    return [homeSchema, home]
  }
  if (path.startsWith('/v1/home')) return [homeVisitSchema, { seen_at: home.at, since: home.since }]
  if (body === undefined) usageQuerySchema.parse(query)
  else setUsageSettingsSchema.parse(body)
  return [usageSchema, usage]
}
