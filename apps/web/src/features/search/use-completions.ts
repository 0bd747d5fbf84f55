'use client'

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CompletionResponse } from '@teamlore/shared'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'

export type Typing = { text: string; cursor: number }
export type Suggestion = CompletionResponse['items'][number]

const PAUSE_MS = 120
/** What a server takes of a question. */
const MAX_QUESTION = 20_000
const NONE: Suggestion[] = []

/** What the question may go on with where the cursor stands. While it is asked for, what was suggested before stays. */
export const useCompletions = (typing: Typing, isWanted: boolean) => {
  const api = useApi()
  const [asked] = useDebouncedValue(typing, PAUSE_MS)
  const answer = useQuery({
    queryKey: queryKeys.completion(asked),
    queryFn: async ({ signal }) => ({
      ...(await api.complete({ q: asked.text, cursor: asked.cursor, limit: 8 }, { signal })),
      question: asked.text,
    }),
    enabled: isWanted && asked.text !== '' && asked.text.length <= MAX_QUESTION,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    // A suggestion that does not come is none; typing goes on.
    retry: false,
  })
  /** Which part of the text a suggestion takes the place of; undefined where it fits no more. */
  const range = answer.data && rangeIn(typing, answer.data)
  const isAsked = isWanted && typing.text !== '' && range !== undefined
  const items = answer.data?.items ?? NONE
  const isOfBefore = answer.data?.question !== typing.text
  if (!isAsked) return { suggestions: NONE, range }
  const typed = typing.text.slice(range.from, typing.cursor)
  return { suggestions: isOfBefore ? stillFitting(items, typed) : items, range }
}

/** Of what was suggested a moment ago, what goes on with what was typed since: nobody takes what they just typed away from. */
export const stillFitting = <T extends Pick<Suggestion, 'text' | 'label'>>(
  suggestions: readonly T[],
  typed: string,
): T[] => {
  const wanted = plain(typed)
  return suggestions.filter(({ text, label }) =>
    [text, label].some((one) => plain(one).includes(wanted)),
  )
}

const plain = (text: string): string => text.replaceAll('"', '').toLowerCase()

/**
 * Somebody may take what was suggested a moment ago while they were typing on: it takes the place of all that was typed of
 * the word since.
 */
export const rangeIn = (
  { text, cursor }: Typing,
  { question, from, to }: { question: string; from: number; to: number },
): { from: number; to: number } | undefined => {
  if (text === question) return { from, to }
  const isSameWord =
    text.startsWith(question.slice(0, from)) && /^\S+$/.test(text.slice(from, cursor))
  return isSameWord ? { from, to: cursor } : undefined
}

/** The text with a suggestion in it. The name of a filter waits for its value; behind a value the next word may begin. */
export const takeSuggestion = (
  text: string,
  { from, to }: { from: number; to: number },
  { kind, text: taken }: Pick<Suggestion, 'kind' | 'text'>,
): Typing => {
  const rest = text.slice(to)
  const gap = kind === 'value' && !/^\s/.test(rest) ? ' ' : ''
  const before = `${text.slice(0, from)}${taken}${gap}`
  return { text: before + rest, cursor: before.length }
}
