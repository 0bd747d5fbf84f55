import { ApiError, type ImportTranscriptResponse } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import type { SendFile, SendOptions } from './send-file.ts'
import { lossesOf, outcomeOf, skippedOf } from './sentences.ts'
import { createUploadQueue } from './upload-queue.ts'

const session = (
  change: Partial<ImportTranscriptResponse['sessions'][number]> = {},
): ImportTranscriptResponse['sessions'][number] => ({
  session_id: 'ses_1',
  native_id: 'one',
  tool: 'codex',
  kind: 'main',
  title: 'Feed the tide',
  visibility: 'team',
  created: true,
  inserted_messages: 3,
  updated_messages: 0,
  unchanged_messages: 0,
  total_messages: 3,
  bad_lines: 0,
  redactions: {},
  server_redactions: 0,
  ...change,
})

describe('what is said of an imported session', () => {
  test.each([
    [{}, 'New, with 3 messages.'],
    [
      { created: false, inserted_messages: 0, unchanged_messages: 3 },
      'Nothing new: all 3 messages were here already.',
    ],
    [
      { created: false, inserted_messages: 1, updated_messages: 2, total_messages: 9 },
      'Was here already; 1 new message and 2 messages with more in it, 9 in all.',
    ],
  ])('%j: %s', (change, sentence) => {
    expect(outcomeOf(session(change))).toBe(sentence)
  })

  test('names what was taken out by its kind, and how much could not be read', () => {
    const change = { redactions: { aws: 1, jwt: 2 }, server_redactions: 1, bad_lines: 1 }
    expect(lossesOf(session(change))).toBe(
      '4 secrets taken out (jwt 2, aws 1, by your team’s rules 1). 1 line left out: not readable.',
    )
    expect(lossesOf(session())).toBe('')
  })

  test('reports parts that are no session', () => {
    expect(skippedOf({ sessions: [session()], skipped: ['is damaged', 'is damaged'] })).toBe(
      '2 other parts of the file are no session: is damaged, and the like.',
    )
  })
})

const setUp = () => {
  const sent: { name: string; options: SendOptions; end: (error?: unknown) => void }[] = []
  const send: SendFile = (file, options) =>
    new Promise((resolve, reject) => {
      const end = (error?: unknown) =>
        error === undefined ? resolve({ sessions: [session()], skipped: [] }) : reject(error)
      options.signal.addEventListener('abort', () => end(new Error('aborted')))
      sent.push({ name: file.name, options, end })
    })
  let arrived = 0
  const queue = createUploadQueue(send, () => arrived++)
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return {
    queue,
    sent,
    settle,
    arrived: () => arrived,
    states: () => queue.uploads().map(({ state }) => state.phase),
    file: (name: string) => new File(['x'], name),
  }
}

describe('the queue of uploads', () => {
  test('sends one file after another, whatever becomes of those before', async () => {
    const { queue, sent, settle, states, file, arrived } = setUp()
    queue.add([file('a'), file('b'), file('c')], { isPrivate: true })
    expect(states()).toEqual(['sending', 'waiting', 'waiting'])
    sent[0]?.options.onProgress(1)
    expect(states()[0]).toBe('reading')
    sent[0]?.end(new ApiError({ status: 422, code: 'x.y', message: 'No session.' }))
    await settle()
    expect(queue.uploads()[0]?.state).toEqual({ phase: 'failed', message: 'No session.' })
    sent[1]?.end()
    await settle()
    sent[2]?.end()
    await settle()
    expect(states()).toEqual(['failed', 'done', 'done'])
    expect(sent.map(({ name, options }) => [name, options.isPrivate])).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
    ])
    expect(arrived()).toBe(2)
  })

  test('forgets what is cancelled, waiting or under way, and goes on', async () => {
    const { queue, sent, settle, states, file } = setUp()
    queue.add([file('a'), file('b'), file('c')], { isPrivate: false })
    queue.cancel(2)
    queue.cancel(1)
    await settle()
    expect(states()).toEqual(['cancelled', 'cancelled', 'sending'])
    expect(sent.map(({ name }) => name)).toEqual(['a', 'c'])
    sent[1]?.end()
    await settle()
    queue.retry(2)
    await settle()
    expect(sent.map(({ name }) => name)).toEqual(['a', 'c', 'b'])
  })

  test('shows what cannot be sent at all', () => {
    const { queue, sent } = setUp()
    queue.refuse('chats', 'This is a folder.')
    expect(queue.uploads()).toMatchObject([
      { name: 'chats', state: { phase: 'failed', message: 'This is a folder.' } },
    ])
    expect(sent).toEqual([])
  })
})
