import {
  homeGuideSchema,
  homeQuerySchema,
  homeSchema,
  homeVisitSchema,
  setGuideSchema,
} from '../contracts/home.contract.ts'
import { route } from './route.ts'

export const homeRoutes = {
  get: route({
    method: 'GET',
    path: '/v1/home',
    id: 'getHome',
    needs: 'viewer',
    tag: 'Team',
    docs: 'the first page: the guide, what is new since you were here, what waits for you, contradictions, stale memories, capture gaps, cost; `items`',
    summary: 'Get the first page',
    description: [
      'The first steps and which of them happened; what is new since the asker was here; what waits for them this week; contradictions, stale memories, gaps of capture, and what models cost.',
      'Only what the asker may read is named or counted. Asking is no visit.',
    ].join(' '),
    query: homeQuerySchema,
    answer: homeSchema,
    failures: [422],
  }),
  visit: route({
    method: 'POST',
    path: '/v1/home/visits',
    id: 'visitHome',
    needs: 'viewer',
    tag: 'Team',
    docs: 'notes that you are here; what came before is news no more once you were away for half an hour',
    summary: 'Note a visit',
    description:
      'Notes that the asker looks at their first page. What is new is counted since the visit before, which is over after half an hour.',
    answer: homeVisitSchema,
  }),
  setGuide: route({
    method: 'PUT',
    path: '/v1/home/guide',
    id: 'setGuide',
    needs: 'viewer',
    tag: 'Team',
    docs: 'puts the guide of the first steps away, or brings it back (`is_hidden`); for yourself alone',
    summary: 'Hide or show the guide',
    description: 'For the asker alone. The steps themselves are done by what happened.',
    body: setGuideSchema,
    answer: homeGuideSchema,
    failures: [422],
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const homeComponents = { Home: homeSchema } as const
