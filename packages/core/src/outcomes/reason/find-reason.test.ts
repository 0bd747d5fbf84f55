import type { SaidMessage } from '@teamlore/db'
import type { SessionId } from '@teamlore/shared'
import { expect, test } from 'vitest'
import { findReason } from './find-reason.ts'

const TRIED = 10
const TAKEN_BACK = 30
const timeOf = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString()

type Line = [minute: number, who: 'U' | 'A' | 'T', text: string]
const KINDS = { U: 'human', A: 'assistant', T: 'tool' } as const

/** Why the work on the queue of uploads was taken back, by what was said in this session. */
const quoteIn = (lines: readonly Line[], part: SaidMessage['part'] = 'reverting') =>
  findReason(
    lines.map(([minute, who, text], n) => ({
      id: `m${n}`,
      session_id: 'ses_1' as SessionId,
      part,
      text,
      kind: KINDS[who],
      at: timeOf(minute),
    })),
    {
      triedAt: timeOf(TRIED),
      takenBackAt: timeOf(TAKEN_BACK),
      about: ['Queue uploads', 'src/upload.ts'],
    },
  )?.quote

const WHY = 'Rolls are lost whenever the process stops.'

test.each<[string, Line[], string]>([
  ['beside the order', [[20, 'U', `Take the queue out again. ${WHY} Thanks!`]], WHY],
  [
    'with a noun in front that could be an order',
    [[20, 'U', 'Roll 7 was lost. Undo the queue.']],
    'Roll 7 was lost.',
  ],
  ['before the order', [[20, 'U', `${WHY} Undo it, please.`]], WHY],
  [
    'in the same sentence',
    [[20, 'U', 'Nimm die Warteschlange wieder raus, da Rollen verloren gehen.']],
    'Nimm die Warteschlange wieder raus, da Rollen verloren gehen.',
  ],
  [
    'in a script without spaces',
    [[20, 'U', '元に戻してください。停止するとデータが失われるためです。']],
    '停止するとデータが失われるためです。',
  ],
  [
    'in what the agent had found, where the order is bare',
    [
      [18, 'U', 'Where are they?'],
      [19, 'A', WHY],
      [20, 'U', 'ouch. undo'],
    ],
    WHY,
  ],
  [
    'in what the agent had found, where the order is put in few other words',
    [
      [18, 'U', 'Where are they?'],
      [19, 'A', WHY],
      [20, 'U', 'then without it again'],
    ],
    WHY,
  ],
  [
    'in the message before',
    [
      [18, 'U', WHY],
      [19, 'A', 'Shall I take the queue out?'],
      [20, 'U', 'yes'],
    ],
    WHY,
  ],
  [
    'in an order that was given earlier',
    [
      [15, 'U', `Drop that queue later. ${WHY}`],
      [20, 'U', 'Is the port configurable?'],
      [21, 'A', 'Yes, it is 4100 by default.'],
    ],
    WHY,
  ],
  [
    'in what the agent says before it takes it back by itself',
    [
      [20, 'U', 'Look at the dashboard.'],
      [21, 'A', `${WHY} I'll undo the queue.`],
    ],
    WHY,
  ],
  [
    'afterwards, where it was ordered under a condition',
    [
      [20, 'U', 'Stop it ten times; if rolls are missing then, revert the queue.'],
      [31, 'A', `Reverted. ${WHY}`],
    ],
    WHY,
  ],
])('a reason is quoted that stands %s', (_, lines, quote) => {
  expect(quoteIn(lines)).toBe(quote)
})

test.each<[string, Line[]]>([
  [
    'there is an order alone',
    [
      [20, 'U', 'Please revert the queue.'],
      [31, 'A', 'Done, all tests pass.'],
    ],
  ],
  [
    'it says what comes next',
    [[20, 'U', 'Undo the queue. After that we can start with the scanner, it arrives at noon.']],
  ],
  ['it says what is wished for', [[20, 'U', "Undo that. I'd like zebra stripes in the table."]]],
  [
    'the reasons before are for other things than the order names',
    [
      [18, 'U', 'The login is slow because it hashes twice.'],
      [19, 'A', 'It does so no more.'],
      [20, 'U', 'Then revert the queue.'],
    ],
  ],
  [
    'it was said before the work was tried',
    [
      [5, 'U', `${WHY} Please queue uploads.`],
      [20, 'U', 'undo'],
    ],
  ],
  [
    'the agent reports what it did, and no more',
    [
      [5, 'U', 'Queue uploads.'],
      [12, 'A', 'The uploads wait in a queue of ten now.'],
      [20, 'U', 'revert it'],
    ],
  ],
  [
    'nobody ordered it, and what was said last does not say what is wrong',
    [
      [18, 'U', 'These pictures show the first version of it.'],
      [19, 'A', 'Done.'],
    ],
  ],
  ['it is code', [[20, 'U', 'Undo it.\n```\n// every roll in memory is lost on a stop\n```']]],
])('nothing is quoted where %s', (_, lines) => {
  expect(quoteIn(lines)).toBeUndefined()
})

test('a test that failed says more than that one did', () => {
  const failed = '✓ a\n✗ rolls survive a stop\n  expected 3 to be 4\n 1 failed'
  const asked: Line[] = [
    [16, 'U', 'Is CI green?'],
    [17, 'T', failed],
    [18, 'A', 'One test fails there.'],
    [20, 'U', 'undo'],
  ]
  expect(quoteIn(asked)).toBe('✗ rolls survive a stop\nexpected 3 to be 4')
})

test('the session that tried it is believed only where it says that it is taken back', () => {
  const said: Line[] = [
    [12, 'A', 'Queued.'],
    [14, 'U', WHY],
  ]
  expect(quoteIn(said, 'trying')).toBeUndefined()
  expect(quoteIn([...said, [15, 'U', 'I roll it back by hand.']], 'trying')).toBe(WHY)
})

test('the session that tried it is not believed where it takes something else back', () => {
  const said: Line[] = [
    [14, 'U', 'Drop the old pictures from the docs, they show the first version.'],
  ]
  expect(quoteIn(said, 'trying')).toBeUndefined()
  const done: Line[] = [[14, 'A', 'An import is not used since the last rename; I took it out.']]
  expect(quoteIn(done, 'trying')).toBeUndefined()
})

test('a session in between is believed only where somebody asked why, and of the work', () => {
  const why: Line = [15, 'U', 'Why are rolls missing since the queue for uploads?']
  expect(quoteIn([why, [16, 'A', WHY]], 'asking')).toBe(WHY)
  expect(
    quoteIn(
      [
        [15, 'U', 'Where is the queue for uploads?'],
        [16, 'A', WHY],
      ],
      'asking',
    ),
  ).toBeUndefined()
  expect(
    quoteIn(
      [
        [15, 'U', 'Why are rolls missing?'],
        [16, 'A', WHY],
      ],
      'asking',
    ),
  ).toBeUndefined()
  expect(
    quoteIn(
      [
        [15, 'U', 'Why are rolls missing?'],
        [16, 'A', WHY],
      ],
      'looking',
    ),
  ).toBe(WHY)
})

test('a quote is short, and of whole sentences where there are several', () => {
  const one = 'A roll was lost when the process stopped.'
  expect(quoteIn([[20, 'U', `Undo it. ${`${one} `.repeat(12)}`]])).toBe(`${one} `.repeat(9).trim())
  expect(quoteIn([[20, 'U', `Undo it, rolls are ${'very '.repeat(100)} lost.`]])).toHaveLength(400)
})
