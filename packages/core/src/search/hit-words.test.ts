import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMessage, buildSession, text } from '../testing/ingest-builders.ts'
import { wordsOfHit } from './hit-words.ts'
import { asks, type OwnSearchWorld, openSearchWorld, says } from './testing/search-world.ts'

const PROMPT = 'Why does the `ferry` wait at **noon**?'

describe('hits of one prompt', () => {
  let world: OwnSearchWorld

  beforeAll(async () => {
    world = await openSearchWorld()
    await world.send(
      buildSession({
        messages: [
          asks(0, PROMPT),
          says(
            1,
            'I look at the gate first.\n\n## Found\n\n* The **ferry** waits for `tide.open()`.\n* Nothing else.',
          ),
          buildMessage(2, {
            blocks: [
              text('I will run the ferry tests.'),
              { type: 'tool_call', id: 'a', name: 'Bash', input: { command: 'npm test ferry' } },
              {
                type: 'tool_call',
                id: 'b',
                name: 'Read',
                input: { file_path: '/home/ann/parser/src/ferry.ts' },
              },
            ],
          }),
          buildMessage(3, {
            role: 'tool',
            kind: 'tool_result',
            blocks: [
              {
                type: 'tool_result',
                tool_call_id: 'a',
                text: 'ferry: `3` **passed**',
                is_error: false,
              },
            ],
          }),
          buildMessage(4, {
            role: 'tool',
            kind: 'tool_result',
            blocks: [
              { type: 'tool_result', tool_call_id: 'zz', text: 'ferry of nobody', is_error: false },
            ],
          }),
        ],
      }),
    )
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const found = async (q: string) => (await world.ask(q)).items

  test('are distinguished by what each of them says, without the signs of Markdown', async () => {
    const titles = (await found('ferry')).map(({ title }) => title)
    expect(titles.toSorted()).toEqual([
      'Bash: npm test ferry',
      'I will run the ferry tests.',
      'The ferry waits for tide.open().',
      'Why does the ferry wait at noon?',
      'ferry of nobody',
    ])
  })

  test('name the prompt they belong to as their context, and a prompt does not', async () => {
    for (const { kind, context } of await found('ferry'))
      expect(context).toBe(kind === 'prompt' ? undefined : 'Why does the ferry wait at noon?')
  })

  test('are marked where the words stand once the signs are gone', async () => {
    for (const { title, title_highlights = [], snippet } of await found('ferry')) {
      const marked = title_highlights.map(([from, to]) => title.slice(from, to))
      expect(marked, title).toEqual(['ferry'])
      for (const [from, to] of snippet.highlights)
        expect(snippet.text.slice(from, to).toLowerCase()).toBe('ferry')
    }
  })

  test('keep what tools were given and said as it is', async () => {
    const output = (await found('ferry')).find(({ title }) => title.startsWith('Bash'))
    expect(output?.snippet.text).toBe('ferry: `3` **passed**')
  })

  test('are named by the call that was asked for, and by a file from its project', async () => {
    const calls = await found('ferry.ts type:tool_call')
    expect(calls.map(({ title }) => title)).toEqual(['Read: src/ferry.ts and 1 more'])
  })

  test('of a list without words begin with their first statement', async () => {
    const titles = (await found('type:assistant')).map(({ title }) => title)
    expect(titles.toSorted()).toEqual(['I look at the gate first.', 'I will run the ferry tests.'])
  })
})

describe('what a hit says', () => {
  const words = (kind: 'summary' | 'observation', title: string, body: string) =>
    wordsOfHit(
      { row: { kind, type: null }, hit: { title, body, paths: [] }, calls: [] },
      new Map([['tide', 3]]),
    )

  test('of a summary is what came of the request, not the request', () => {
    const body = 'Mind the tide\n\nLearned: The gate is late.\n\nCompleted: A tide table.'
    expect(words('summary', 'Mind the tide', body)).toMatchObject({
      title: 'Completed: A tide table.',
      context: 'Mind the tide',
    })
    const silent = words('summary', 'Mind the tide', 'Mind the tide\n\nLearned: The gate is late.')
    expect(silent.title).toBe('Learned: The gate is late.')
    expect(silent.snippet.text).toBe('Mind the tide Learned: The gate is late.')
    expect(silent.snippet.highlights).toEqual([[9, 13]])
  })

  test('of a finding is its title', () => {
    expect(words('observation', 'Read `tide.ts` first', 'It **is** late.')).toEqual({
      title: 'Read tide.ts first',
      title_highlights: [[5, 12]],
      snippet: { text: 'It is late.', highlights: [] },
    })
  })

  test('is text, whatever it looks like', () => {
    const { title } = words('observation', '<img src=x onerror=alert(1)> **tide**', '')
    expect(title).toBe('<img src=x onerror=alert(1)> tide')
  })
})
