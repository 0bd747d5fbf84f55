import type { Block, MessageId, MessageKind } from '@teamlore/shared'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distilTranscript } from '../testing/distil-transcript.ts'
import {
  DISTIL_LIMITS,
  type DistilledObservation,
  type DistilledSummary,
  type DistilMessage,
} from '../transcript/distil.types.ts'

const KINDS: MessageKind[] = ['human', 'assistant', 'tool_result', 'injected', 'summary', 'command']

/** Phrases that steer the distiller into its branches, next to arbitrary text. */
const PHRASES = [
  'The root cause is that `parse()` ignores the second argument.',
  'We decided to use a queue instead of a timer, because timers drift.',
  'Found it! ',
  'Added a `--json` flag to the status command.',
  '## Next steps\n\n- Remaining work: write the docs\n',
  '```ts\nconst a = 1\n```\n',
  '**Fix**: set the timeout',
  'should we never use tabs?',
  'ERROR: it broke\n=== Step 1 ===\n{"a": 1}\n',
  'yes',
  '`',
  '**',
  '…',
  '\u0000\uE000\uD83D',
]

const text = fc
  .array(fc.oneof(fc.constantFrom(...PHRASES), fc.string({ unit: 'binary', maxLength: 60 })), {
    maxLength: 6,
  })
  .map((parts) => parts.join(' '))

const callId = fc.option(fc.constantFrom('c1', 'c2', 'c3'), { nil: null })

const input = fc.oneof(
  fc.record({ file_path: fc.oneof(fc.constantFrom('/repo/a.ts', '/tmp/x', 'b.ts'), text) }),
  fc.record({
    command: fc.oneof(
      fc.constantFrom('npm test', 'git commit -m "fix: close it"', 'git push', 'cat src/a.ts'),
      text,
    ),
  }),
  fc.record({ todos: fc.array(fc.record({ content: text, status: fc.constant('pending') })) }),
  fc.jsonValue(),
)

const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text }),
  fc.record({ type: fc.constant('thinking' as const), text }),
  fc.record({
    type: fc.constant('tool_call' as const),
    id: callId,
    name: fc.constantFrom(
      'Bash',
      'Edit',
      'Read',
      'Grep',
      'TodoWrite',
      'AskUserQuestion',
      'Task',
      'x',
    ),
    // JSON as the database gives it back.
    input: input.map((value) => JSON.parse(JSON.stringify(value)) as never),
  }),
  fc.record({
    type: fc.constant('tool_result' as const),
    tool_call_id: callId,
    text,
    is_error: fc.boolean(),
  }),
)

const messages: fc.Arbitrary<DistilMessage[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...KINDS),
      blocks: fc.array(block, { maxLength: 4 }),
      isAbandoned: fc.nat(9).map((n) => n === 0),
      model: fc.constantFrom(null, 'some-model', '<synthetic>'),
    }),
    { maxLength: 24 },
  )
  .map((list) =>
    list.map((message, n) => ({
      ...message,
      id: `msg_${n}` as MessageId,
      key: `m${n}`,
      ts: n % 3 === 0 ? null : new Date(1_700_000_000_000 + n),
      cwd: n % 2 === 0 ? null : '/repo',
    })),
  )

const edits = fc.array(
  fc.record({
    messageKey: fc.constantFrom('m0', 'm3', 'm7', 'gone'),
    toolCallId: callId,
    path: fc.oneof(fc.constantFrom('/repo/a.ts', '/repo/docs/b.md', 'C:\\x\\y.ts'), text),
    operation: fc.constantFrom('create', 'edit', 'delete'),
    addedLines: fc.nat(100),
    removedLines: fc.nat(100),
  }),
  { maxLength: 6 },
)

const session = fc.record({
  kind: fc.constantFrom('main' as const, 'subagent' as const, 'fork' as const),
  title: fc.constant(null),
  cwd: fc.constantFrom(null, '/repo', 'C:\\x'),
  rootPath: fc.constantFrom(null, '/repo', '/'),
})

const isBounded = (observation: DistilledObservation) => {
  const { titleChars, subtitleChars, narrativeChars, factChars } = DISTIL_LIMITS
  expect(observation.title.length).toBeGreaterThan(0)
  expect(observation.title.length).toBeLessThanOrEqual(titleChars)
  expect(observation.subtitle.length).toBeLessThanOrEqual(subtitleChars)
  expect(observation.narrative.length).toBeLessThanOrEqual(narrativeChars)
  expect(observation.facts.length).toBeLessThanOrEqual(DISTIL_LIMITS.facts)
  for (const fact of observation.facts) expect(fact.length).toBeLessThanOrEqual(factChars)
  expect(observation.concepts.length).toBeLessThanOrEqual(DISTIL_LIMITS.concepts)
  const files = [...observation.filesRead, ...observation.filesModified]
  expect(files.length).toBeLessThanOrEqual(2 * DISTIL_LIMITS.files)
}

const partsOf = (summary: DistilledSummary) => [
  summary.request,
  summary.investigated,
  summary.learned,
  summary.completed,
  summary.nextSteps,
  summary.notes,
]

const countBy = (values: readonly (string | null)[]): number[] => {
  const counts = new Map<string | null, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts.values()]
}

test('any session distils without an error into bounded findings whose evidence exists', async () => {
  await fc.assert(
    fc.asyncProperty(session, messages, edits, async (ofSession, list, ofEdits) => {
      const { observations, summaries } = await distilTranscript({
        session: ofSession,
        messages: list,
        edits: ofEdits,
      })
      const named = [
        ...observations.flatMap(({ messageId, promptId }) => [messageId, promptId]),
        ...summaries.map(({ promptId }) => promptId),
      ].filter((id) => id !== null)
      const known = new Set<string>(list.map(({ id }) => id))
      expect(named.filter((id) => !known.has(id))).toEqual([])
      observations.forEach(isBounded)
      expect(JSON.stringify({ observations, summaries })).not.toMatch(/\\u(?:0000|d[89a-f])/)
      const perPrompt = countBy(observations.map(({ promptId }) => promptId))
      expect(Math.max(0, ...perPrompt)).toBeLessThanOrEqual(DISTIL_LIMITS.observationsPerRange)
      const parts = summaries.flatMap(partsOf).map(({ length }) => length)
      expect(Math.max(0, ...parts)).toBeLessThanOrEqual(DISTIL_LIMITS.summaryPartChars)
      expect(countBy(observations.map(({ key }) => key)).filter((n) => n > 1)).toEqual([])
      const numbers = summaries.map(({ promptNumber }) => String(promptNumber))
      expect(countBy(numbers).filter((n) => n > 1)).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('the same session always distils to the same findings', async () => {
  await fc.assert(
    fc.asyncProperty(session, messages, edits, async (ofSession, list, ofEdits) => {
      const once = await distilTranscript({ session: ofSession, messages: list, edits: ofEdits })
      const again = await distilTranscript(
        structuredClone({ session: ofSession, messages: list, edits: ofEdits }),
      )
      expect(again).toEqual(once)
    }),
    { numRuns: 100 },
  )
})

test('a session that grew keeps everything of the prompts before the last', async () => {
  await fc.assert(
    fc.asyncProperty(
      session,
      messages,
      edits,
      fc.nat(24),
      async (ofSession, list, ofEdits, cut) => {
        const short = await distilTranscript({
          session: ofSession,
          messages: list.slice(0, cut),
          edits: ofEdits,
        })
        const whole = await distilTranscript({ session: ofSession, messages: list, edits: ofEdits })
        const last = short.summaries.at(-1)?.promptNumber ?? 0
        const settled = short.summaries.slice(0, -1)
        expect(whole.summaries.filter(({ promptNumber }) => promptNumber < last)).toEqual(settled)
        const settledPrompts = new Set(settled.map(({ promptId }) => promptId))
        const ofSettled = ({ observations }: typeof whole) =>
          observations.filter(({ promptId }) => settledPrompts.has(promptId))
        expect(ofSettled(whole)).toEqual(ofSettled(short))
      },
    ),
    { numRuns: 300 },
  )
})
