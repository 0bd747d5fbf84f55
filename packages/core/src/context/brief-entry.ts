import type { BriefMemory, BriefObservation, BriefSummary } from '@teamlore/db'
import type { ObservationType } from '@teamlore/shared'
import type { MemoryKind } from '@teamlore/shared/memories'
import { basisSentence, type ShownSide } from '@teamlore/shared/memory-standing'
import { ownTitle } from '@teamlore/shared/own-title'
import { otherSideOf } from '../search/other-side.ts'
import { oneLine } from '../text/one-line.ts'
import { splitSentences } from '../text/sentences.ts'

export type BriefCandidate = BriefMemory | BriefObservation | BriefSummary

/** Parts of a brief, in the order they are read. */
export const SECTIONS = [
  // Of the session that goes on.
  'state',
  'unfinished',
  'changed',
  'decided',
  'steps',
  // Of what is about to be done.
  'warnings',
  'files',
  // What changes the least comes before what changes daily: providers keep what begins the same.
  'known',
  'elsewhere',
  'open',
  'work',
  'findings',
  'done',
] as const
export type Section = (typeof SECTIONS)[number]

/** A candidate as a brief shows it: one line in short, more when there is room. */
export type BriefEntry = {
  id: string
  kind: BriefCandidate['kind'] | 'prompt' | 'message' | 'session'
  section: Section
  /** Type of the observation, kind of the memory, or "summary"; of the session that goes on, what it is a part of. */
  label: ObservationType | MemoryKind | 'summary' | 'asked' | 'answered' | 'plan' | 'files' | 'step'
  /** `2026-03-02`, or null. */
  date: string | null
  author: string
  project: string | null
  headline: string
  /** Of a memory that nobody reviewed. */
  isUnreviewed?: true
  /** What is worth knowing at once. */
  short: string
  /** Everything the entry would say; the same as `short` when there is no more. */
  long: string
  files: string[]
  /** In how many sessions it was found; undefined where that is one. */
  sessions?: number
  /** What contradicts it, undecided: said with it whether there is room for more or not. */
  otherSides: ShownSide[]
}

const SECTION: Record<ObservationType, Section> = {
  decision: 'findings',
  discovery: 'findings',
  bugfix: 'done',
  feature: 'done',
  refactor: 'done',
  change: 'done',
}

const MAX_FILES = 3
const SHORT_CHARS = 240

/** One line: recorded text must not be able to make headings, lists or frames of its own. */

export const closed = (text: string) =>
  text === '' || /[.!?…]["'”)]?$/.test(text) ? text : `${text}.`

/** Whole sentences up to about `max` characters; the first one always, however long. */
export const leading = (text: string, max: number): string => {
  let result = ''
  for (const sentence of splitSentences(text)) {
    const longer = result === '' ? sentence : `${result} ${sentence}`
    if (result !== '' && longer.length > max) break
    result = longer
  }
  return oneLine(result)
}

const joined = (parts: readonly (readonly [string, string])[]): string =>
  parts
    .filter(([, text]) => text.trim() !== '')
    .map(([name, text]) => `${name}: ${closed(oneLine(text))}`)
    .join(' ')

const baseOf = (candidate: BriefCandidate) => ({
  id: candidate.id,
  kind: candidate.kind,
  date: candidate.occurredAt?.slice(0, 10) ?? null,
  author: oneLine(candidate.author),
  project: candidate.project === null ? null : oneLine(candidate.project),
})

const ofObservation = (observation: BriefObservation): BriefEntry => {
  const { type, title, subtitle, narrative, filesModified, filesRead } = observation
  // What was asked and touched stands in the session; the brief is for what came of it.
  const says = /^(?:Asked:|Changed |Said by|Answered by)/.test(subtitle) ? '' : subtitle
  const short = closed(oneLine(ownTitle(says, title)))
  const repeats =
    ownTitle(narrative, title) === '' ||
    (narrative.startsWith(title.slice(0, 40)) && narrative.length < title.length + 20)
  const long = repeats ? short : `${short} ${closed(oneLine(narrative))}`.trim()
  return {
    ...baseOf(observation),
    section: SECTION[type],
    label: type,
    headline: oneLine(title),
    short,
    long,
    files: (filesModified.length > 0 ? filesModified : filesRead).slice(0, MAX_FILES).map(oneLine),
    otherSides: [],
  }
}

/** What it leaves to do is said first where nothing of its session came after it. */
const ofSummary = (summary: BriefSummary, isOpen: boolean): BriefEntry => {
  const { request, learned, completed, nextSteps, notes } = summary
  if (isOpen)
    return {
      ...baseOf(summary),
      section: 'open',
      label: 'summary',
      headline: leading(nextSteps, 160),
      short: joined([['Of', leading(request, 160)]]),
      long: joined([
        ['Next', nextSteps],
        ['Of', request],
        ['Done', completed],
        ['Note', notes],
      ]),
      files: [],
      otherSides: [],
    }
  return {
    ...baseOf(summary),
    section: 'work',
    label: 'summary',
    headline: leading(request, 160) || 'Work without a prompt',
    short: joined([
      ['Done', leading(completed, SHORT_CHARS)],
      ['Learned', completed === '' ? leading(learned, SHORT_CHARS) : ''],
      ['Next', leading(nextSteps, SHORT_CHARS)],
    ]),
    long: joined([
      ['Done', completed],
      ['Learned', learned],
      ['Next', nextSteps],
      ['Note', notes],
    ]),
    files: [],
    otherSides: [],
  }
}

/** A statement as it stands, whole; why it is so, and what was not taken, where there is room. */
const ofMemory = (memory: BriefMemory): BriefEntry => {
  const { statement, reason, rejected, stale, paths, changed } = memory
  const short = [
    ...(stale === null
      ? []
      : [
          `Called out of date on ${stale.since.slice(0, 10)}: ${closed(oneLine(stale.reason)) || 'no reason given.'}`,
        ]),
    ...changed.map(basisSentence),
  ].join(' ')
  return {
    ...baseOf(memory),
    section: 'known',
    label: memory.memoryKind,
    headline: oneLine(statement),
    ...(memory.isUnreviewed ? { isUnreviewed: true as const } : {}),
    short,
    long: [
      short,
      joined([
        // A statement often says itself why.
        ['Because', statement.includes(reason) ? '' : reason],
        ['Not taken', rejected.join('; ')],
      ]),
    ]
      .filter((part) => part !== '')
      .join(' '),
    files: paths.slice(0, MAX_FILES).map(oneLine),
    otherSides: memory.otherSides.map(otherSideOf),
  }
}

/** A memory of what was given up, shown to somebody whose work resembles it: with its reason, also where there is little room. */
export const warningOf = (memory: BriefMemory, why: string): BriefEntry => {
  const entry = ofMemory(memory)
  const short = joined([
    ['Because', leading(memory.reason, SHORT_CHARS)],
    ['Shown since', why],
  ])
  return { ...entry, section: 'warnings', short, long: short }
}

type Placed = {
  /** In how many sessions it was found, where that is more than one. */
  sessions?: number | undefined
  /** A summary whose next steps nothing came after. */
  isOpen?: boolean
  /** Another part than the usual one of its kind. */
  section?: Section | undefined
}

export const briefEntryOf = (
  candidate: BriefCandidate,
  { sessions, isOpen = false, section }: Placed = {},
): BriefEntry => {
  const entry = entryOf(candidate, isOpen)
  return {
    ...entry,
    section: section ?? entry.section,
    ...(sessions === undefined ? {} : { sessions }),
  }
}

const entryOf = (candidate: BriefCandidate, isOpen: boolean): BriefEntry => {
  switch (candidate.kind) {
    case 'memory':
      return ofMemory(candidate)
    case 'observation':
      return ofObservation(candidate)
    case 'summary':
      return ofSummary(candidate, isOpen)
  }
}
