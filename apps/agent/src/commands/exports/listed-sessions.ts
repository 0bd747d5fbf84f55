import type { LoreClient } from '@teamlore/shared'

type Wanted = { project?: string; author?: string }
export type ListedSession = { id: string; project: string | null }

/** All that are wanted, by their ids alone: how many there are is said before the first is written. */
export const sessionsOf = async (client: LoreClient, wanted: Wanted): Promise<ListedSession[]> => {
  const found: ListedSession[] = []
  let cursor: string | undefined
  do {
    const page = await client.sessions.list({
      ...wanted,
      started_by: 'anyone',
      limit: 200,
      cursor,
    })
    found.push(...page.items.map(({ id, project }) => ({ id, project: project?.id ?? null })))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return found
}
