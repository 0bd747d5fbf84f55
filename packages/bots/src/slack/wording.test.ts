import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnsweredHit } from './answers.ts'
import { messageProblems, SLACK_LIMITS } from './blocks.ts'
import { linkTo, plainMrkdwn } from './plain-mrkdwn.ts'
import { SLACK_WORDING } from './wording.ts'

const { answerOf, privateAnswerOf, digestOf, notedOf, sentenceOf } = SLACK_WORDING
const pages = 'https://lore.test'

const hit = (fields: Partial<AnsweredHit> = {}): AnsweredHit => ({
  kind: 'memory',
  type: 'decision',
  title: 'Exports are retried',
  snippet: { text: 'Exports are retried five times.', highlights: [] },
  occurred_at: '2026-05-01T08:00:00.000Z',
  author: null,
  project: null,
  status: 'current',
  url: '/memories/mem_1',
  ...fields,
})

const item = (statement: string) => ({ id: 'mem_1', topic: '', statement })

/** What Slack would read as a call or a link that is not ours. */
const calls = (blocks: unknown): string[] =>
  [...JSON.stringify(blocks).matchAll(/<([^>]*)>/g)]
    .map(([, inner = '']) => inner)
    .filter((inner) => !inner.startsWith('https://lore.test/'))

const hostile = fc.oneof(
  fc.string({ maxLength: 8_000 }),
  fc.constantFrom(
    '<!channel> <!here|x> <@U123> <#C1|general> <https://evil.test|safe>',
    '&amp;&lt;!channel&gt;',
    '> <!everyone>'.repeat(900),
    '😀'.repeat(4_000),
    '|'.repeat(500),
  ),
)

test('a hit says its headline once, and then what it says beyond that', () => {
  const title = 'Why does berth 7 refuse the tide table?'
  const said = (text: string) =>
    JSON.stringify(
      answerOf('berth', [hit({ title, snippet: { text, highlights: [] } })], { pages }).blocks[1],
    )
  expect(said(`${title} It fails hourly.`)).toContain('table?>*\\nIt fails hourly."')
  expect(said(`…${title}`)).toContain('table?>*"')
  expect(said('Something else.')).toContain('table?>*\\nSomething else."')
})

describe('what is said in Slack', () => {
  test('calls nobody and links nowhere, whatever a memory says, and stays within what Slack takes', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 0, max: 60 }), (text, many) => {
        const one = hit({
          title: text,
          snippet: { text, highlights: [] },
          author: { id: 'usr_1', name: text },
          project: { id: 'prj_1', name: text },
        } as Partial<AnsweredHit>)
        const hits = Array.from({ length: many }, () => one)
        const list = { count: many, items: hits.map(() => item(text)) }
        const pair = { first: item(text), second: item(text) }
        for (const message of [
          answerOf(text, hits, { pages }),
          privateAnswerOf(text, hits, { pages, isRest: true }),
          digestOf(
            {
              week: '2026-11-30',
              decisions: list,
              review: { count: many },
              contradictions: { count: many, items: hits.map(() => pair) },
              stale: list,
            },
            { pages },
          ),
        ]) {
          expect(messageProblems(message)).toEqual([])
          expect(calls(message.blocks)).toEqual([])
          expect(message.text).not.toContain('<')
        }
      }),
      { numRuns: 150 },
    )
  })

  test('names of everybody call nobody, with brackets or without', () => {
    const said = JSON.stringify(
      answerOf('@channel?', [hit({ title: '<!channel> @here' })], { pages }),
    )
    expect(said).not.toContain('<!channel>')
    expect(said).not.toMatch(/@(channel|here)/)
  })

  test('a cut falls into no entity', () => {
    for (let most = 2; most < 40; most++) {
      const cut = plainMrkdwn('&'.repeat(20), most)
      expect(cut.length).toBeLessThanOrEqual(most)
      expect(cut).toMatch(/^(&amp;)*…?$/)
    }
  })

  test('a link is one, whatever stands on it', () => {
    expect(linkTo('https://lore.test/memories/mem_1', 'a|b>c', 50)).toBe(
      '<https://lore.test/memories/mem_1|a¦b&gt;c>',
    )
    expect(linkTo('https://lore.test/x|y>z', '', 50)).toBe('<https://lore.test/x%7Cy%3Ez|open>')
  })

  test('what nobody reviewed says so', () => {
    expect(
      JSON.stringify(
        privateAnswerOf('x', [hit({ status: 'unreviewed' })], { pages, isRest: false }),
      ),
    ).toContain('unreviewed')
    expect(JSON.stringify(answerOf('x', [hit()], { pages }))).not.toContain('unreviewed')
  })

  test('every fixed sentence is a message that Slack takes', () => {
    const names = ['outside', 'stranger', 'viewer', 'help', 'empty', 'failed'] as const
    for (const name of names) expect(messageProblems(sentenceOf(name))).toEqual([])
    expect(messageProblems(notedOf('mem_1', { pages }))).toEqual([])
    expect(messageProblems(answerOf('x', [], { pages }))).toEqual([])
    expect(messageProblems(privateAnswerOf('x', [], { pages, isRest: false }))).toEqual([])
  })

  test('the check of limits finds what Slack would refuse', () => {
    const section = (text: string) => ({
      type: 'section' as const,
      text: { type: 'mrkdwn' as const, text, verbatim: true as const },
    })
    expect(
      messageProblems({ text: 'x', blocks: [section('x'.repeat(SLACK_LIMITS.sectionChars + 1))] }),
    ).toHaveLength(1)
    expect(messageProblems({ text: 'x', blocks: [section('')] })).toHaveLength(1)
    expect(messageProblems({ text: '', blocks: [] })).toHaveLength(1)
    expect(messageProblems({ text: 'x'.repeat(12_001), blocks: [] })).toHaveLength(1)
    expect(
      messageProblems({ text: 'x', blocks: Array.from({ length: 51 }, () => section('x')) }),
    ).toHaveLength(1)
    expect(
      messageProblems({
        text: 'x',
        blocks: Array.from({ length: 5 }, () => section('x'.repeat(2_900))),
      }),
    ).toHaveLength(1)
  })
})
