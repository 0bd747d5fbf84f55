import {
  formerlyReportedStaleSchema,
  reportedStaleRequestSchema,
  reportedStaleSchema,
  staleListSchema,
  staleQuerySchema,
} from '../contracts/stale.contract.ts'
import { route } from './route.ts'

export const staleRoutes = {
  list: route({
    method: 'GET',
    path: '/v1/stale',
    id: 'listStale',
    needs: 'viewer',
    tag: 'Memories',
    docs: 'memories whose code changed or is gone since they were last confirmed; `mine`, `project`, `state`',
    summary: 'List stale memories',
    description:
      'Memories that are anchored to code which changed (`dirty`) or is gone (`broken`) since somebody last said that they hold. Of what is `unknown` nobody knows. Confirming a memory clears it; reading never does.',
    query: staleQuerySchema,
    answer: staleListSchema,
    failures: [422],
  }),
  reported: route({
    method: 'POST',
    path: '/v1/stale/reported',
    id: 'markStaleReported',
    needs: 'member',
    tag: 'Memories',
    docs: 'notes that you were shown what became of your memories, so that nothing is reported twice',
    summary: 'Note that stale memories were reported',
    description:
      'Marks what the asker wrote, of these memories, as reported. It changes nothing about the memories themselves.',
    body: reportedStaleRequestSchema,
    answer: reportedStaleSchema,
  }),
  formerlyReported: route({
    method: 'POST',
    path: '/v1/stale/told',
    id: 'toldStale',
    needs: 'member',
    tag: 'Memories',
    docs: 'the same for agents of the release before, which name it so; goes with the next release',
    summary: 'Note that stale memories were reported, by its former name',
    description: 'As `POST /v1/stale/reported`, for agents of the release before.',
    isDeprecated: true,
    body: reportedStaleRequestSchema,
    answer: formerlyReportedStaleSchema,
  }),
} as const
