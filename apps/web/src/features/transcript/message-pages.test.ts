import type { Message } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { allMessages, type MessagePages, withNewEnd } from './message-pages.ts'

const message = (id: string, text = id) =>
  ({ id, blocks: [{ block: { type: 'text', text }, truncated_chars: 0 }] }) as unknown as Message
const pages = (...ids: string[][]): MessagePages => ({
  pages: ids.map((list) => ({
    items: list.map((id) => message(id)),
    next_cursor: null,
    previous_cursor: null,
  })),
  pageParams: ids.map(() => ({})),
})

describe('pages of messages', () => {
  test('a message that two pages hold is shown once', () => {
    expect(allMessages(pages(['a', 'b'], ['b', 'c'])).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(allMessages(undefined)).toEqual([])
  })

  test('new messages are put behind the end, and one that grew is replaced', () => {
    const end = {
      items: [message('b', 'grown'), message('c'), message('d')],
      next_cursor: 'more',
      previous_cursor: null,
    }
    const data = withNewEnd(pages(['a'], ['b']), end)
    expect(allMessages(data).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
    expect(allMessages(data)[1]).toEqual(message('b', 'grown'))
    expect(data.pages.at(-1)?.next_cursor).toBe('more')
  })
})
