import { newId } from '@teamlore/shared'
import type { HandedFinding } from '@teamlore/shared/handover'
import { describe, expect, test } from 'vitest'
import { handedFinding } from '../testing/handed-finding.ts'
import { digestMessage, type MessageDigest } from '../transcript/digest-message.ts'
import { matchQuotes } from './match-quotes.ts'
import { refusalsOf } from './refusals.ts'

type Spoken = { who: 'human' | 'assistant'; text: string } | { output: string; isError?: boolean }

const messageOf = (said: Spoken): MessageDigest => {
  const isOutput = 'output' in said
  return digestMessage({
    id: newId.message(),
    key: 'k',
    ts: null,
    kind: isOutput ? 'tool_result' : said.who,
    model: null,
    cwd: null,
    isAbandoned: false,
    blocks: isOutput
      ? [
          {
            type: 'tool_result',
            tool_call_id: null,
            text: said.output,
            is_error: said.isError ?? false,
          },
        ]
      : [{ type: 'text', text: said.text }],
  })
}
const human = (text: string): Spoken => ({ who: 'human', text })
const agent = (text: string): Spoken => ({ who: 'assistant', text })
const output = (text: string, isError = false): Spoken => ({ output: text, isError })

const handed: typeof handedFinding = (title, quote, more = {}) =>
  handedFinding(title, quote, { kind: 'decision', ...more })

const refused = async (
  spoken: readonly Spoken[],
  finding: HandedFinding,
  notSaid = async (letters: readonly string[]): Promise<ReadonlySet<string>> => new Set(letters),
) => {
  const messages = spoken.map(messageOf)
  const match = matchQuotes(finding, messages)
  if (match === undefined) throw new Error('The quote is not in the session.')
  const [refusal] = await refusalsOf([{ finding, evidence: match.evidence }], messages, notSaid)
  return refusal
}

const TIDE = [
  human('How long may a tide table be kept? Bo said 15 minutes is fine.'),
  agent('We keep tide tables for fifteen minutes, since the harbour office corrects them hourly.'),
  output('TIDE_TTL=900 in src/tides/cache.ts'),
]
const KEPT = 'We keep tide tables for fifteen minutes'

describe('what was handed over is refused', () => {
  test.each([
    ['Tide tables are kept for 20 minutes.', /number 20 stands nowhere/],
    ['Tide tables are kept for 1,500 seconds.', /number 1,500 stands nowhere/],
    ['Tide tables are kept in Redis for a quarter of an hour.', /“Redis” stands nowhere/],
    ['`tideStore` keeps the tables of the tides.', /“tideStore” stands nowhere/],
    [
      'The lifetime of tide tables is set in src/tides/lifetime.ts.',
      /lifetime\.ts” stands nowhere/,
    ],
  ])('where a number or name stands nowhere in the session: %s', async (title, why) => {
    expect(await refused(TIDE, handed(title, KEPT))).toMatch(why)
  })

  test('where all that is quoted is a question', async () => {
    const spoken = [human('Should the crane be locked at night?'), agent('I will look.')]
    expect(
      await refused(spoken, handed('The crane is locked at night.', 'crane be locked at night')),
    ).toMatch(/is a question/)
  })

  test.each([
    'Let me move the queue to a table of its own.',
    "Ok, now I'll move the queue to a table of its own.",
    'Perhaps the queue belongs into a table of its own.',
  ])('where all that is quoted is a plan or a guess: %s', async (words) => {
    expect(
      await refused([agent(words)], handed('The queue has its own table.', 'table of its own')),
    ).toMatch(/plan or a guess/)
  })

  test('where a decision rests on the output of what failed, but a gotcha may', async () => {
    const spoken = [output('migrate: berth_id cannot be cast automatically', true)]
    const finding = handed('Berth ids are cast by hand.', 'berth_id cannot be cast automatically')
    expect(await refused(spoken, finding)).toMatch(/attempt that failed/)
    expect(await refused(spoken, { ...finding, kind: 'gotcha' })).toBeUndefined()
  })

  test.each([
    agent('I was wrong about the tide tables: they are not kept for minutes at all.'),
    human('Scratch that, tide tables are kept by the office alone.'),
  ])('where the session takes it back later: %j', async (later) => {
    expect(
      await refused([...TIDE, later], handed('Tide tables are kept for 15 minutes.', KEPT)),
    ).toMatch(/taken back: “/)
  })
})

describe('what was handed over is left to a reader', () => {
  test.each([
    'Tide tables are kept for 15 minutes.',
    'Tide tables are kept for fifteen minutes, as `TIDE_TTL` says.',
    'The cache in src/tides/cache.ts holds tables for 900 seconds.',
    'Bo wants the tables of the Harbour Office kept briefly.',
  ])('where all its numbers and names were said: %s', async (title) => {
    expect(await refused(TIDE, handed(title, KEPT))).toBeUndefined()
  })

  test('where a name stands in what was too long to be read as a whole', async () => {
    const asked: string[] = []
    const notSaid = async (letters: readonly string[]) => {
      asked.push(...letters)
      return new Set<string>()
    }
    expect(
      await refused(TIDE, handed('Valkey holds tide tables for 15 minutes.', KEPT), notSaid),
    ).toBeUndefined()
    expect(await refused(TIDE, handed('The cache of tides is Valkey.', KEPT), notSaid)).toBe(
      undefined,
    )
    expect(asked).toEqual(['valkey'])
  })

  test('where one of its quotes is an answer', async () => {
    const spoken = [
      human('Is the crane locked at night?'),
      agent('Yes: the crane is locked at ten.'),
    ]
    const finding = handed('The crane is locked at night.', 'Is the crane locked at night', {
      evidence: [
        { quote: 'Is the crane locked at night' },
        { quote: 'the crane is locked at ten' },
      ],
    })
    expect(await refused(spoken, finding)).toBeUndefined()
  })

  test('where what is taken back later is another matter', async () => {
    const spoken = [...TIDE, agent('I was wrong about the crane: its switch is fine.')]
    expect(
      await refused(spoken, handed('Tide tables are kept for 15 minutes.', KEPT)),
    ).toBeUndefined()
  })
})
