import { type Ask, allPages } from './gitlab-client.ts'
import { mergeRequestListSchema } from './schemas.ts'

const MAX_OPEN = 300

/** The newest first: all that are open, and the last so many that were merged. */
export const listMergeRequests = async (
  ask: Ask,
  project: string,
  { merged }: { merged: number },
): Promise<number[]> => {
  const of = (state: string, order: string, most: number) =>
    allPages(ask, `GET /projects/${project}/merge_requests`, {
      schema: mergeRequestListSchema,
      most,
      query: { state, scope: 'all', order_by: order, sort: 'desc' },
    })
  const open = await of('opened', 'created_at', MAX_OPEN)
  const last = merged === 0 ? [] : await of('merged', 'updated_at', merged)
  return [...open, ...last].map(({ iid }) => iid)
}
