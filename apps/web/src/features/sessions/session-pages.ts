import type { InfiniteData } from '@tanstack/react-query'
import type { ListTotal, Session } from '@teamlore/shared'

export type SessionPage = {
  items: Session[]
  next_cursor: string | null
  total: ListTotal | null
}
export type SessionPages = InfiniteData<SessionPage, string | undefined>

/** Every session once, in the order of the pages: one that moved up while paging is shown where it is now. */
export const allSessions = (pages: readonly SessionPage[]): Session[] => {
  const seen = new Set<string>()
  return pages
    .flatMap(({ items }) => items)
    .filter(({ id }) => !seen.has(id) && Boolean(seen.add(id)))
}

/** The newest page laid over what is on screen: news come on top, and nothing that was loaded further down is lost. */
export const withFreshTop = (data: SessionPages, fresh: SessionPage): SessionPages => {
  const [first, ...others] = data.pages
  if (!first) return data
  const isFresh = new Set(fresh.items.map(({ id }) => id))
  const kept = (page: SessionPage) => page.items.filter(({ id }) => !isFresh.has(id))
  return {
    ...data,
    pages: [
      { ...first, total: fresh.total, items: [...fresh.items, ...kept(first)] },
      ...others.map((page) => ({ ...page, items: kept(page) })),
    ],
  }
}

/** One session replaced where it stands. */
export const withSession = (data: SessionPages, session: Session): SessionPages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    items: page.items.map((each) => (each.id === session.id ? session : each)),
  })),
})
