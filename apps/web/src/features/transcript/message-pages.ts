import type { InfiniteData } from '@tanstack/react-query'
import type { Message } from '@teamlore/shared'

export type MessagePage = {
  items: Message[]
  next_cursor: string | null
  previous_cursor: string | null
}

/** Where a page begins: at the start, at a message, or where another page left off. */
export type PageStart = { around?: string; cursor?: string }

export type MessagePages = InfiniteData<MessagePage, PageStart>

export const allMessages = (data: { pages: readonly MessagePage[] } | undefined): Message[] => {
  const seen = new Set<string>()
  return (data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ id }) => !seen.has(id) && Boolean(seen.add(id)))
}

/** What has been added to a session since its end was loaded, put behind that end; messages that grew are replaced. */
export const withNewEnd = (data: MessagePages, end: MessagePage): MessagePages => {
  const last = data.pages.at(-1)
  if (!last) return data
  const known = new Map(end.items.map((message) => [message.id, message]))
  const kept = last.items.map((message) => {
    const newer = known.get(message.id)
    known.delete(message.id)
    return newer ?? message
  })
  return {
    ...data,
    pages: [
      ...data.pages.slice(0, -1),
      { ...last, items: [...kept, ...known.values()], next_cursor: end.next_cursor },
    ],
  }
}
