import {
  staleListSchema,
  staleQuerySchema,
  toldStaleRequestSchema,
  toldStaleSchema,
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
      'Memories that are anchored to code which changed (`dirty`) or is gone (`broken`) since somebody last said that they hold. Of what is `unknown` nobody can tell. Confirming a memory clears it; reading never does.',
    query: staleQuerySchema,
    answer: staleListSchema,
    failures: [422],
  }),
  told: route({
    method: 'POST',
    path: '/v1/stale/told',
    id: 'toldStale',
    needs: 'member',
    tag: 'Memories',
    docs: 'notes that you were shown what became of your memories, so that nobody is told twice',
    summary: 'Note that stale memories were told',
    description:
      'Marks what the asker wrote, of these memories, as told. It changes nothing about the memories themselves.',
    body: toldStaleRequestSchema,
    answer: toldStaleSchema,
  }),
} as const
