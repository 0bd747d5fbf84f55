import type { Ask } from './app-client.ts'
import { allPages } from './pages.ts'
import { pullListSchema } from './schemas.ts'

const MAX_OPEN = 300
const PER_PAGE = 100
/** Closed ones are looked through until enough of them were merged. */
const MAX_PAGES = 20

const lastMerged = async (ask: Ask, repository: string, most: number): Promise<number[]> => {
  const merged: number[] = []
  for (let page = 1; page <= MAX_PAGES && merged.length < most; page += 1) {
    const { data } = await ask(`GET /repos/${repository}/pulls`, {
      state: 'closed',
      sort: 'updated',
      direction: 'desc',
      per_page: PER_PAGE,
      page,
    })
    const found = pullListSchema.parse(data)
    merged.push(...found.flatMap(({ number, merged_at }) => (merged_at == null ? [] : [number])))
    if (found.length < PER_PAGE) break
  }
  return merged.slice(0, most)
}

export const listPullRequests = async (
  ask: Ask,
  repository: string,
  { merged }: { merged: number },
): Promise<number[]> => {
  const open = await allPages(ask, `GET /repos/${repository}/pulls`, {
    schema: pullListSchema,
    most: MAX_OPEN,
    state: 'open',
  })
  return [...open.map(({ number }) => number), ...(await lastMerged(ask, repository, merged))]
}
