'use client'

import { useQuery } from '@tanstack/react-query'
import type { Message } from '@teamlore/shared'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { messageText } from './model/message-text.ts'

/** A prompt as the outline shows it. */
export type OutlinePrompt = { id: string; ordinal: number; text: string; isAbandoned: boolean }

const PAGE_SIZE = 200
const PREVIEW_CHARS = 200
/** A session with more prompts than this is paged by hand in its transcript; the outline shows the first ones. */
const MOST_PAGES = 10

/** All prompts of a session in the order they were typed. */
export const useSessionPrompts = (sessionId: string) => {
  const api = useApi()
  return useQuery({
    queryKey: queryKeys.sessionPrompts(sessionId),
    queryFn: async ({ signal }) => {
      const prompts: OutlinePrompt[] = []
      const query = { kind: 'human', limit: PAGE_SIZE, preview_chars: PREVIEW_CHARS } as const
      let cursor: string | undefined
      for (let page = 0; page < MOST_PAGES; page++) {
        const answer = await api.sessions.messages(sessionId, { ...query, cursor }, { signal })
        prompts.push(...answer.items.map(toOutlinePrompt))
        if (answer.next_cursor === null) break
        cursor = answer.next_cursor
      }
      return prompts
    },
  })
}

const toOutlinePrompt = (message: Message): OutlinePrompt => ({
  id: message.id,
  ordinal: message.ordinal,
  text: messageText(message),
  isAbandoned: message.is_abandoned,
})
