import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReadSession } from '../source.ts'
import { sessionAt } from '../testing/sessions-of.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createGeminiCliSource } from './gemini-cli.source.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const source = createGeminiCliSource({ home: '/nowhere', platform: 'linux', variables: {} })

describe('what newer versions take out of their own memory', () => {
  const answer = {
    id: 'm2',
    type: 'gemini',
    content: 'I look.',
    toolCalls: [{ id: 'c1', name: 'read_file', args: {}, status: 'success', result: 'All of it' }],
  }
  const readPatched = ($patch: object) =>
    sessionAt(
      source,
      folder.write(
        'chats/session.jsonl',
        [
          { sessionId: 's', projectHash: 'h' },
          { id: 'm1', type: 'user', content: 'Look' },
          answer,
          { id: 'm3', type: 'user', content: 'Go on' },
          { $patch },
        ]
          .map((record) => `${JSON.stringify(record)}\n`)
          .join(''),
      ),
    )
  const textsOf = ({ messages }: ReadSession) =>
    messages.flatMap(({ blocks }) =>
      blocks.flatMap((block) => ('text' in block && block.text ? [block.text] : [])),
    )

  test('stays, whether it was masked, removed or put elsewhere, and is no message itself', async () => {
    const session = await readPatched({
      updates: [
        { id: 'm1', content: '' },
        { id: 'm2', toolCalls: [{ id: 'c1', result: '…' }] },
        { id: 'gone', content: 'Nobody' },
      ],
      removeIds: ['m1'],
      orderIds: ['m3', 'm2'],
    })
    expect(textsOf(session)).toEqual(['Look', 'I look.', 'All of it', 'Go on'])
    expect(session.messages.some((one) => one.is_abandoned)).toBe(false)
    expect(session.figures.unknownRecords).toEqual({})
  })

  test('what says more than before is taken over', async () => {
    const session = await readPatched({
      id: 'm2',
      toolCalls: [{ id: 'c1', result: 'All of it, twice' }],
    })
    expect(textsOf(session)).toEqual(['Look', 'I look.', 'All of it, twice', 'Go on'])
  })
})
