import type { AnchoredMemory, BriefMemory, TouchingSession } from '@teamlore/db'
import { basisSentence } from '@teamlore/shared/memory-standing'
import { type Resemblance, resemblanceText } from '../outcomes/resembles.ts'
import { otherSideOf } from '../search/other-side.ts'
import { bestAnchor, type LineRange, type Place } from './score.ts'
import type { WhyEntry, WhySection } from './why-entry.ts'

/** Sessions come behind what is about the file and its folder, and before what is about files around it. */
const HISTORY_WEIGHT = 0.5

type Known = {
  memories: readonly AnchoredMemory[]
  places: ReadonlyMap<string, Place>
  lines: LineRange | undefined
}

type Placed = { memory: AnchoredMemory; best: NonNullable<ReturnType<typeof bestAnchor>> }

const STATES = {
  fresh: 'the code is as it was',
  dirty: 'the code has changed since',
  broken: 'the code it names is gone',
  unknown: null,
} as const

const sectionOf = ({ kind, status }: AnchoredMemory): WhySection => {
  if (status === 'superseded') return 'replaced'
  return kind === 'graveyard' ? 'graveyard' : 'holds'
}

const textOf = ({ statement, reason, successor, changed }: AnchoredMemory): string => {
  const why = reason === '' ? statement : `${statement} — ${reason}`
  const said = [why, ...changed.map(basisSentence)].join(' ')
  return successor === null
    ? said
    : `${said} Replaced on ${successor.at.slice(0, 10)}: ${successor.statement} (${successor.id})`
}

const linesOf = ({ start_line, end_line, symbol }: AnchoredMemory['anchors'][number]): string[] => [
  ...(symbol === null ? [] : [`\`${symbol}\``]),
  ...(start_line === null
    ? []
    : [
        end_line === null || end_line === start_line
          ? `line ${start_line}`
          : `lines ${start_line}–${end_line}`,
      ]),
]

const memoryEntry = ({ memory, best }: Placed): WhyEntry => {
  const anchor = best.anchor as AnchoredMemory['anchors'][number]
  const state = STATES[anchor.state]
  return {
    id: memory.id,
    section: sectionOf(memory),
    kind: memory.kind,
    text: textOf(memory),
    reason: best.place.reason,
    weight: best.place.weight,
    via: anchor.path,
    marks: [
      ...linesOf(anchor),
      ...(memory.status === 'active' ? [] : [memory.status]),
      ...(memory.stale_reason === null ? [] : [`said to be stale: ${memory.stale_reason}`]),
      ...(state === null ? [] : [state]),
      `confidence ${memory.confidence.toFixed(2)}`,
      memory.recorded_at.slice(0, 10),
      ...(memory.author === null ? [] : [`by ${memory.author}`]),
    ],
    otherSides: memory.otherSides.map(otherSideOf),
  }
}

/** Before all else: what is about to be done was tried and given up. */
const WARNING_WEIGHT = 2

/** What was given up and is about to be done again, as it seems. */
export const entryOfGrave = (grave: BriefMemory, found: Resemblance): WhyEntry => ({
  id: grave.id,
  section: 'graveyard',
  kind: 'warning',
  reason: 'resembles',
  weight: WARNING_WEIGHT,
  via: resemblanceText(found),
  text: grave.reason === '' ? grave.statement : `${grave.statement} — ${grave.reason}`,
  marks: [
    ...(grave.isUnreviewed ? ['unreviewed'] : []),
    `confidence ${grave.confidence.toFixed(2)}`,
    ...(grave.occurredAt === null ? [] : [grave.occurredAt.slice(0, 10)]),
    ...(grave.author === '' ? [] : [`by ${grave.author}`]),
  ],
  otherSides: grave.otherSides.map(otherSideOf),
})

/** Memories about these places, each once and by its best reason. */
export const entriesOfMemories = ({ memories, places, lines }: Known): WhyEntry[] =>
  memories
    .flatMap((memory): Placed[] => {
      const best = bestAnchor(memory.anchors, places, lines)
      return best === undefined ? [] : [{ memory, best }]
    })
    .sort(
      (a, b) =>
        b.best.place.weight - a.best.place.weight ||
        // Of the same place what somebody reviewed comes first.
        Number(a.memory.status === 'unreviewed') - Number(b.memory.status === 'unreviewed') ||
        Number(b.best.covers) - Number(a.best.covers) ||
        b.memory.confidence - a.memory.confidence ||
        (a.memory.id < b.memory.id ? 1 : -1),
    )
    .map(memoryEntry)

const personWord = ({ person, tool }: TouchingSession): string => `${person} with ${tool}`

/** Sessions that wrote to a file, each with what it was called then; the first is its last change as far as sessions say. */
export const entriesOfHistory = (
  sessions: readonly (TouchingSession & { path: string })[],
): WhyEntry[] =>
  sessions.map((session, at) => ({
    id: session.id,
    section: 'history',
    kind: at === 0 ? 'last change by a session' : 'session',
    text: session.prompt ?? session.title ?? 'A session without a prompt',
    reason: 'history',
    weight: HISTORY_WEIGHT,
    via: session.path,
    marks: [
      personWord(session),
      session.at.slice(0, 10),
      `+${session.added} −${session.removed} lines`,
    ],
  }))
