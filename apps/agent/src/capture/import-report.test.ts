import { expect, test } from 'vitest'
import { createReportBuilder } from './import-report.ts'

const held = (messages: number) => ({
  counts: { messages, prompts: 1, edits: 2, output_tokens: 30 },
  redactions: 0,
  unknown_records: 0,
})

test('each tool has figures of its own: files once, sessions once, and what was lost', () => {
  const report = createReportBuilder(undefined)
  for (const session of ['one', 'two']) {
    report.lookedAt('goose', '/store.db')
    report.badLines('goose', '/store.db', { count: 2, first: 1 })
    report.holds(`goose\n${session}`, held(10))
  }
  report.lookedAt('amp', '/a.json')
  report.lookedAt('zed', '/z.db')
  report.holds('zed\nsession', held(1))
  report.holds('zed\nsession', held(7))
  const none = { sessions: 0, messages: 0, prompts: 0, edits: 0, outputTokens: 0, badLines: 0 }
  expect(report.done().tools).toEqual([
    { ...none, tool: 'amp', files: 1 },
    {
      tool: 'goose',
      files: 1,
      sessions: 2,
      messages: 20,
      prompts: 2,
      edits: 4,
      outputTokens: 60,
      badLines: 4,
    },
    {
      tool: 'zed',
      files: 1,
      sessions: 1,
      messages: 7,
      prompts: 1,
      edits: 2,
      outputTokens: 30,
      badLines: 0,
    },
  ])
})

test('a message that went out twice is one, so that no more is sent than was read', () => {
  const report = createReportBuilder(undefined)
  report.sent('zed\nlarge', 500)
  report.sent('zed\nlarge', 3)
  report.holds('zed\nlarge', held(502))
  report.sent('zed\ngrown', 1)
  report.holds('zed\ngrown', held(7))
  report.sent('zed\nwaited since the last time', 4)
  expect(report.done()).toMatchObject({ messages: 509, sent: { sessions: 3, messages: 507 } })
})

test('what the server kept in part is named, with the message and the reason', () => {
  const report = createReportBuilder(undefined)
  const taken = {
    session_id: 'ses_1',
    created: true,
    inserted_messages: 1,
    updated_messages: 0,
    unchanged_messages: 0,
    inserted_edits: 0,
    total_messages: 1,
    server_redactions: 0,
  }
  report.acknowledged({ ...taken, native_id: 'whole' })
  const cut = [{ message_key: 'm7', reason: 'a tool input holds more than 5000 values' }]
  report.acknowledged({ ...taken, native_id: 'large', cut })
  const time = '2099-01-01T00:00:00Z'
  report.acknowledged({
    ...taken,
    native_id: 'early',
    undated: [{ kind: 'message', key: 'm1', time }],
  })
  expect(report.done().partiallyStored).toEqual([
    {
      name: 'early',
      reason: `message m1: its time, ${time}, is more than a day ahead, so it is kept without one`,
    },
    { name: 'large', reason: 'message m7: a tool input holds more than 5000 values' },
  ])
})
