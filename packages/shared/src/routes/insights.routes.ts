import { insightsQuerySchema, insightsSchema } from '../contracts/insights.contract.ts'
import { route } from './route.ts'

export const insightRoutes = {
  insights: route({
    method: 'GET',
    path: '/v1/insights',
    id: 'insights',
    needs: 'viewer',
    tag: 'Commits',
    docs: 'figures of a `project` or the team: lines by origin and what is left of them, commits with a session, tools, hot files, who knows what',
    summary: 'Get insights',
    description:
      'Share of lines by origin and how many are still there after 7, 30 and 90 days; how many commits have a session; tools and models; the files that change most; who worked where. `method` says what each figure cannot say. Private sessions count for their owner alone.',
    query: insightsQuerySchema,
    answer: insightsSchema,
    failures: [422],
  }),
} as const
