import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { record, text, typed } from './testing/records.ts'
import { ID, sessionFolder } from './testing/session-folder.ts'

let folder: ReturnType<typeof sessionFolder>
beforeEach(() => {
  folder = sessionFolder()
})
afterEach(() => folder.remove())

const start = typed('u1', null, 'Begin')

describe('broken and unknown lines', () => {
  test('bad lines are passed over, counted and named; the rest is read', async () => {
    const session = await folder.readText(
      `${JSON.stringify(start)}\n{"half": \n\n42\n"text"\n[1]\n${JSON.stringify(typed('u2', 'u1', 'x'))}\n`,
    )
    expect(session.messages).toHaveLength(2)
    expect(session.figures.files[0]?.badLines).toEqual({ count: 4, first: 2 })
    expect(session.figures.lines).toBe(7)
  })

  test('an unfinished line is left for the next time and is not bad', async () => {
    const whole = JSON.stringify(start)
    const session = await folder.readText(`${whole}\n{"type":"user","mess`)
    expect(session.figures.files[0]).toEqual({
      path: expect.stringContaining(ID),
      offset: whole.length + 1,
      hasUnfinishedTail: true,
      badLines: { count: 0, first: 0 },
    })
  })

  test('a whole record without its line end is read, but the offset stays in front of it', async () => {
    const session = await folder.readText(JSON.stringify(start))
    expect(session.messages).toHaveLength(1)
    expect(session.figures.files[0]).toMatchObject({ offset: 0, hasUnfinishedTail: false })
  })

  test('records of unknown types are counted by name, and kept when they are part of the chain', async () => {
    const session = await folder.read([
      start,
      record('x1', 'u1', { type: 'hologram', beam: 'blue' }),
      { type: 'weather' },
      { type: 'weather' },
      { silly: 1 },
      { type: '__proto__' },
      { type: 'mode', mode: 'plan' },
    ])
    expect(session.figures.unknownRecords).toEqual(
      Object.fromEntries([
        ['hologram', 1],
        ['weather', 2],
        ['(no type)', 1],
        ['__proto__', 1],
      ]),
    )
    expect(session.messages[1]).toMatchObject({
      key: 'x1',
      role: 'system',
      kind: 'injected',
      blocks: [{ type: 'other', name: 'hologram', raw: { beam: 'blue' } }],
    })
  })

  test('what Claude Code notes for itself is neither a message nor unknown', async () => {
    const blob = { role: 'user', content: [text('Begin'), text('as sent to the model')] }
    const session = await folder.read([
      { type: 'queue-operation', operation: 'enqueue', content: 'Begin' },
      start,
      { type: 'atis-latch', atis: '' },
      { type: 'api-request-shape', shapeHash: '1', shape: { system: [text('You are …')] } },
      { type: 'api-request-blob', hash: '2', message: blob },
      { type: 'api-request', id: '3', shapeHash: '1', tail: ['2'] },
      { type: 'tools-used', tools: ['Write'] },
      { type: 'last-prompt', lastPrompt: 'Begin', leafUuid: 'u1' },
      { type: 'cost-state', totalCostUSD: 0.1, modelUsage: {} },
    ])
    expect(session.figures.unknownRecords).toEqual({})
    expect(session.messages).toHaveLength(1)
  })

  test('a record of a person in which nothing stands is counted, and no empty message is made of it', async () => {
    const session = await folder.read([start, { type: 'user' }, { type: 'assistant', message: 3 }])
    expect(session.messages).toHaveLength(1)
    expect(session.figures.unknownRecords).toEqual({
      'user without a message': 1,
      'assistant without a message': 1,
    })
  })
})
