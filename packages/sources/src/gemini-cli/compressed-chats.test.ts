import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sessionAt } from '../testing/sessions-of.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createGeminiCliSource } from './gemini-cli.source.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const source = createGeminiCliSource({ home: '/nowhere', platform: 'linux', variables: {} })
const read = (...records: object[]) =>
  sessionAt(
    source,
    folder.write(
      'chats/session.jsonl',
      [{ sessionId: 's', projectHash: 'h' }, ...records]
        .map((record) => `${JSON.stringify(record)}\n`)
        .join(''),
    ),
  )
const user = (id: string, text: string) => ({ id, type: 'user', content: [{ text }] })
const response = (id: string, output: string) => ({
  functionResponse: { id, name: 'read_file', response: { output } },
})
const call = (id: string, result: object[]) => ({
  id,
  name: 'read_file',
  args: {},
  status: 'success',
  result,
})
const picture = { inlineData: { data: 'YmVsbA==', mimeType: 'image/png' } }

describe('a chat that was compressed', () => {
  const snapshot = '<state_snapshot>\nA bell was rung.\n</state_snapshot>'
  const compressed = (summary: string) => [
    user('u1', 'Ring it'),
    { id: 'g1', type: 'gemini', content: 'Ding.', toolCalls: [call('c1', [response('c1', 'x')])] },
    user('u2', 'Again'),
    { id: 'g2', type: 'gemini', content: 'Dong.', model: 'gemini-3-pro' },
    {
      $set: {
        messages: [
          user('n1', summary),
          { id: 'n2', type: 'gemini', content: [{ text: 'Understood.' }] },
          {
            id: 'n3',
            type: 'gemini',
            content: [
              { text: 'Ding.' },
              { functionCall: { id: 'c1', name: 'read_file', args: {} } },
            ],
          },
          user('n4', 'Again'),
          { id: 'n5', type: 'gemini', content: [{ text: 'Dong.' }] },
        ],
      },
    },
  ]

  test.each([
    [snapshot],
    [`<scratchpad>\nWhat was it?\n</scratchpad>\n${snapshot}`],
    [`Here: ${snapshot}`],
  ])('says nothing twice, and its summary is no prompt: %j', async (summary) => {
    const { messages } = await read(...compressed(summary), user('u3', 'Again'))
    expect(messages.map(({ key, kind }) => `${key} ${kind}`)).toEqual([
      'u1 human',
      'g1 assistant',
      'g1:results tool_result',
      'u2 human',
      'g2 assistant',
      'n1 summary',
      'n2 assistant',
      'u3 human',
    ])
  })

  test('is rewound to where it stood, also by the new name of a message', async () => {
    const { messages } = await read(...compressed(snapshot), { $rewindTo: 'n4' })
    const left = messages.filter((one) => !one.is_abandoned).map(({ key }) => key)
    expect(left).toEqual(['u1', 'g1', 'g1:results'])
  })
})

describe('what Gemini CLI says for a person', () => {
  test.each([
    ['[System: You previously returned an empty response with no text or thoughts.]'],
    ['System: Potential loop detected. Details: Repeating content detected.'],
    ['System: Please continue.'],
  ])('is no prompt: %s', async (text) => {
    const shown = { displayContent: [response('c1', 'x')] }
    const { messages } = await read({ ...user('u1', text), ...shown })
    expect(messages.map(({ kind, blocks }) => [kind, blocks])).toEqual([
      ['injected', [{ type: 'text', text }]],
    ])
  })
})

test('of calls made together each has its own answer, though all stand with each', async () => {
  const result = [response('c1', 'one'), picture, response('c2', 'two')]
  const toolCalls = [call('c1', result), call('c2', result)]
  const { messages } = await read({ id: 'g1', type: 'gemini', content: '', toolCalls })
  expect(messages[1]?.blocks).toMatchObject([
    { type: 'tool_result', tool_call_id: 'c1', text: 'one' },
    { type: 'image' },
    { type: 'tool_result', tool_call_id: 'c2', text: 'two' },
  ])
})
