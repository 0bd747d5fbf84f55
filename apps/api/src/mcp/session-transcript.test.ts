import type { Message } from '@teamlore/shared'
import { expect, test } from 'vitest'
import { sampleMessage } from '../testing/samples.ts'
import { transcriptWithin } from './session-transcript.ts'

const messageOf = (id: string, text: string): Message =>
  sampleMessage({
    id,
    parent_id: id,
    blocks: [{ block: { type: 'text', text }, truncated_chars: 0 }],
  })

test.each([
  ['a space of no width', '\u200b'],
  ['marks of direction', '\u202e\u2066'],
  ['tag characters', '\u{e0041}\u{e007f}'],
])('a message of %s alone is no place to go on from', (_, unseen) => {
  const items = [
    messageOf('msg_1', unseen),
    messageOf('msg_2', 'Where does the heron wait?'),
    messageOf('msg_3', 'The heron waits for low water. '.repeat(400)),
  ]
  const { data } = transcriptWithin({ items, next_cursor: null }, 400)
  expect(data.messages.map(({ id }) => id)).toEqual(['msg_2'])
  expect(data.next_from).toBe('msg_3')
})
