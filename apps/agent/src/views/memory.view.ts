import type { Memory, MemoryAnchor, MemoryEntry, MemoryRelation } from '@teamlore/shared/memories'
import type { MemoryHistory, MemoryVersion } from '@teamlore/shared/memory-history'
import { basisSentence, otherSideSentence, SETBACKS } from '@teamlore/shared/memory-standing'
import { day } from '../output/format.ts'
import { bold, cyan, dim, green, type Line, type Piece, red, yellow } from '../output/line.ts'
import { passageLines } from '../output/passage.ts'
import { wrapLine } from '../output/wrap.ts'

type Options = { width: number | undefined }

const STATUS: Record<MemoryEntry['status'], (text: string) => Piece> = {
  active: green,
  unreviewed: yellow,
  draft: yellow,
  superseded: dim,
  rejected: red,
  archived: dim,
}

const percent = (value: number): string => `${Math.round(value * 100)} %`

const placeOf = ({ path, symbol, start_line, end_line, state }: MemoryAnchor): string =>
  [
    path,
    start_line === null ? '' : `:${start_line}`,
    start_line === null || end_line === null || end_line === start_line ? '' : `-${end_line}`,
    symbol === null ? '' : ` ${symbol}`,
    state === 'unknown' || state === 'fresh' ? '' : ` (${state})`,
  ].join('')

const factsOf = (memory: MemoryEntry): string =>
  [
    memory.kind,
    `confidence ${percent(memory.confidence)}`,
    `since ${day(memory.valid_from)}`,
    memory.project?.name ?? 'for all projects',
    `origin ${memory.origin}`,
    memory.visibility === 'private' ? 'private to you' : null,
    memory.assignee === null ? null : `for ${memory.assignee.name}`,
  ]
    .filter((fact) => fact !== null)
    .join(' · ')

/** It holds until a person decides, so both ways are named. */
const removalText = ({ by, reason }: NonNullable<MemoryEntry['removal']>): string =>
  `proposed to be taken out${by === null ? '' : ` by ${by.name}`}: ${reason}; approve keeps it, reject or archive takes it out`

/** One memory in a list: what it says, how it stands, and the id to open it by. */
export const memoryEntryLines = (memory: MemoryEntry, { width }: Options): Line[] => [
  ...wrapLine([STATUS[memory.status](memory.status), ' ', bold(memory.statement)], { width }),
  ...wrapLine([dim(factsOf(memory))], { width, indent: '  ' }),
  ...(memory.stale === null
    ? []
    : wrapLine([yellow(`called out of date: ${memory.stale.reason || 'no reason given'}`)], {
        width,
        indent: '  ',
      })),
  ...(memory.removal === undefined
    ? []
    : wrapLine([yellow(removalText(memory.removal))], { width, indent: '  ' })),
  ...(memory.successor === null
    ? []
    : wrapLine([dim(`replaced by ${memory.successor.id}: ${memory.successor.statement}`)], {
        width,
        indent: '  ',
      })),
  ...memory.contradicted_by.flatMap((side) =>
    wrapLine([yellow(otherSideSentence(side))], { width, indent: '  ' }),
  ),
  [dim(`  lore memory ${memory.id}`)],
]

/** The memories that this one may take the place of, where a person decides. */
export const openPairs = ({ relations }: Memory): MemoryRelation[] =>
  relations.filter(
    ({ type, direction, status }) =>
      type === 'relates' && direction === 'out' && status === 'proposed',
  )

/** One memory of the review queue: with the other of its pair, and what decides between them. */
export const waitingLines = (memory: Memory, { width }: Options): Line[] => [
  ...memoryEntryLines(memory, { width }),
  ...openPairs(memory).flatMap(({ memory: other }) => [
    ...wrapLine([yellow(`may change ${other.id}: ${other.statement}`)], { width, indent: '  ' }),
    [dim(`  lore settle ${memory.id} ${other.id}  if it takes its place; --both if both hold`)],
  ]),
]

const RELATION: Record<MemoryRelation['type'], Record<MemoryRelation['direction'], string>> = {
  supersedes: { out: 'takes the place of', in: 'gives its place to' },
  amends: { out: 'amends', in: 'amended by' },
  contradicts: { out: 'contradicts', in: 'contradicts' },
  duplicates: { out: 'says the same as', in: 'says the same as' },
  relates: { out: 'may belong to', in: 'may belong to' },
  rests_on: { out: 'rests on', in: 'is rested on by' },
}

const section = (title: string, items: readonly string[], width: number | undefined): Line[] =>
  items.length === 0
    ? []
    : [
        [],
        [bold(title)],
        ...items.flatMap((item) => passageLines(item, { width, indent: '  ', hint: '' })),
      ]

/** A memory whole: why it is so, what it rests on, what it replaced, what speaks against it. */
export const memoryLines = (
  memory: Memory,
  { width, server }: Options & { server: string },
): Line[] => [
  ...memoryEntryLines(memory, { width }).slice(0, -1),
  ...section('Because', memory.reason === '' ? [] : [memory.reason], width),
  ...section('Not taken', memory.rejected, width),
  ...section('Answers', memory.questions, width),
  ...section('Code', memory.anchors.map(placeOf), width),
  ...section(
    'Evidence',
    memory.evidence.map(({ kind, ref, quote, person }) =>
      [
        `${kind} ${ref}`,
        person === null ? '' : ` (${person.name})`,
        quote === '' ? '' : `: "${quote}"`,
      ].join(''),
    ),
    width,
  ),
  ...section('What changed', memory.changed_bases.map(basisSentence), width),
  ...section(
    'Against it',
    memory.setbacks.map(
      ({ type, at, reason }) =>
        `${SETBACKS[type]} on ${day(at)}${reason === '' ? '' : `: ${reason}`}`,
    ),
    width,
  ),
  ...section(
    'Rest on it',
    memory.dependants.map(({ id, statement }) => `${id}: ${statement}`),
    width,
  ),
  ...section(
    'Replaced',
    memory.replaced.map(
      ({ statement, from, until, why }) =>
        `${day(from)} – ${day(until)}: ${statement}${why === '' ? '' : ` (changed because: ${why})`}`,
    ),
    width,
  ),
  ...section(
    'Stands beside',
    memory.relations.map(
      ({ type, direction, status, reason, memory: other }) =>
        `${RELATION[type][direction]} ${other.id}${status === 'proposed' ? ' (a person decides)' : ''}: ${other.statement}${reason === '' ? '' : ` — ${reason}`}`,
    ),
    width,
  ),
  [],
  [cyan(`${server}/memories/${memory.id}`)],
]

const versionLines = (
  { version, status, statement, valid_from, valid_to, change, note, recorded_by }: MemoryVersion,
  { width, isHead }: Options & { isHead: boolean },
): Line[] => [
  ...wrapLine(
    [
      dim(`${day(valid_from)} – ${valid_to === null ? '' : day(valid_to)}  `),
      isHead ? bold(statement) : statement,
    ],
    { width },
  ),
  ...wrapLine(
    [
      dim(
        [
          `${change} (${status}, version ${version})`,
          recorded_by === null ? null : `by ${recorded_by.name}`,
          note,
        ]
          .filter((part) => part !== null && part !== '')
          .join(' · '),
      ),
    ],
    { width, indent: '  ' },
  ),
]

/** Why it changed: the whole thread, the oldest first. */
export const memoryHistoryLines = (
  { head, held, versions }: MemoryHistory,
  { width, asOf }: Options & { asOf: string | undefined },
): Line[] => [
  ...(asOf === undefined
    ? []
    : [
        ...wrapLine(
          held === null
            ? [yellow(`As of ${asOf} nothing of this held.`)]
            : [`As of ${asOf}: `, bold(held.statement), dim(`  ${held.memory_id}`)],
          { width },
        ),
        [],
      ]),
  ...versions.flatMap((version) =>
    versionLines(version, {
      width,
      isHead: version.statement === head.statement && version.valid_to === null,
    }),
  ),
]
