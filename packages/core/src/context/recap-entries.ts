import type { BriefSummary, EditMark } from '@teamlore/db'
import { plural } from '@teamlore/shared/plural'
import type { MessageDigest } from '../distil/transcript/digest-message.ts'
import { oneLine } from '../text/one-line.ts'
import {
  type BriefCandidate,
  type BriefEntry,
  briefEntryOf,
  closed,
  leading,
  type Section,
} from './brief-entry.ts'
import { type Step, stepsIn } from './recap-steps.ts'

type Session = {
  id: string
  title: string | null
  /** The last prompt. */
  asked: MessageDigest | undefined
  /** The last messages, in their order. */
  tail: readonly MessageDigest[]
  /** The latest first. */
  edits: readonly Pick<EditMark, 'path' | 'addedLines' | 'removedLines'>[]
  /** What was found in it, and what its prompts came to; the latest first. */
  found: readonly BriefCandidate[]
}

const HEAD = 200
const MORE = 800
const MOST = { plan: 12, failed: 2, paths: 15, decided: 8, steps: 4 } as const
/** Of a command that failed before so many others, another one has long shown how it went on. */
const LATELY = 8
/** "commit" and "go on" say nothing of the work: then the prompt before is handed back, too. */
const FEW_WORDS = 5

const entryOf = (
  base: Pick<BriefEntry, 'id' | 'kind' | 'section' | 'label' | 'headline'>,
  { short = '', long = short, at = null }: { short?: string; long?: string; at?: Date | null } = {},
): BriefEntry => ({
  ...base,
  date: at?.toISOString().slice(0, 10) ?? null,
  author: '',
  project: null,
  short,
  long: long === '' ? short : long,
  files: [],
  otherSides: [],
})

/** The rest of a text after its first sentences. */
const restOf = (text: string, head: string): string => {
  const line = oneLine(text)
  return line.startsWith(head) ? leading(line.slice(head.length).trim(), MORE) : ''
}

const askedEntry = ({ title, asked }: Session): BriefEntry[] => {
  if (asked === undefined || asked.text === '') return []
  const headline = leading(asked.text, HEAD)
  const begun = oneLine(title ?? '')
  const isBegun = begun === '' || headline.startsWith(begun.slice(0, 40))
  const short = isBegun ? '' : `Begun with: ${closed(begun)}`
  const long = [restOf(asked.text, headline), short].filter((part) => part !== '').join(' ')
  const base = { id: asked.id, kind: 'prompt', section: 'state', label: 'asked' } as const
  return [entryOf({ ...base, headline }, { short, long, at: asked.ts })]
}

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length

/** What the last prompt goes on with, where that says little itself. */
const askedBefore = ({ asked, tail }: Session): BriefEntry[] => {
  if (asked === undefined || wordsIn(asked.text) >= FEW_WORDS) return []
  const before = tail.findLast(
    ({ id, kind, text }) => kind === 'human' && id !== asked.id && wordsIn(text) >= FEW_WORDS,
  )
  if (before === undefined) return []
  const base = { id: before.id, kind: 'prompt', section: 'state', label: 'asked' } as const
  return [entryOf({ ...base, headline: leading(before.text, HEAD) }, { at: before.ts })]
}

/** Words of the assistant that came last. */
const answeredEntry = ({ tail }: Session): BriefEntry[] => {
  const last = tail.findLast(({ kind, text }) => kind === 'assistant' && text !== '')
  if (last === undefined) return []
  const headline = leading(last.text, HEAD)
  const base = { id: last.id, kind: 'message', section: 'state', label: 'answered' } as const
  return [entryOf({ ...base, headline }, { long: restOf(last.text, headline), at: last.ts })]
}

/** What is open on the list that the session keeps for itself. */
const planEntry = ({ tail }: Session): BriefEntry[] => {
  const keeps = ({ calls }: MessageDigest) => calls.some(({ todos }) => todos.length > 0)
  const message = tail.findLast(keeps)
  const call = message?.calls.findLast(({ todos }) => todos.length > 0)
  if (message === undefined || call === undefined || call.pending.length === 0) return []
  const headline = `${plural(call.pending.length, 'step')} of its plan left, of ${call.todos.length}`
  const short = closed(call.pending.slice(0, MOST.plan).map(oneLine).join('; '))
  const base = { id: message.id, kind: 'message', section: 'unfinished', label: 'plan' } as const
  return [entryOf({ ...base, headline }, { short, at: message.ts })]
}

const nextEntry = ({ found }: Session): BriefEntry[] => {
  const last = found.find((one): one is BriefSummary => one.kind === 'summary')
  if (last === undefined || last.nextSteps.trim() === '') return []
  return [briefEntryOf(last, { isOpen: true, section: 'unfinished' })]
}

const changedEntry = ({ id, edits }: Session): BriefEntry[] => {
  const lines = new Map<string, { added: number; removed: number }>()
  for (const { path, addedLines, removedLines } of edits) {
    const { added, removed } = lines.get(path) ?? { added: 0, removed: 0 }
    lines.set(path, { added: added + addedLines, removed: removed + removedLines })
  }
  if (lines.size === 0) return []
  const named = [...lines]
    .slice(0, MOST.paths)
    .map(([path, { added, removed }]) => `${oneLine(path)} (+${added} −${removed})`)
  const rest = lines.size - named.length
  const short = closed([...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', '))
  const base = { id, kind: 'session', section: 'changed', label: 'files' } as const
  return [entryOf({ ...base, headline: `${plural(lines.size, 'file')} changed` }, { short })]
}

const decidedEntries = ({ found }: Session): BriefEntry[] =>
  found
    .filter(({ kind }) => kind !== 'summary')
    .slice(0, MOST.decided)
    .map((one) => briefEntryOf(one, { section: 'decided' }))

/** A call and what came of it are one entry: whole, or not there at all. */
const stepEntry = (section: Section, { message, call, result }: Step): BriefEntry => {
  const base = { id: message.id, kind: 'message', section, label: 'step' } as const
  return entryOf({ ...base, headline: call }, { short: result, at: message.ts })
}

const onceEach = (entries: readonly BriefEntry[]): BriefEntry[] =>
  [...new Map(entries.toReversed().map((entry) => [entry.id, entry])).values()].reverse()

/** Where a session stands, as entries of a brief, in the order in which they are worth their room. */
export const recapEntries = (session: Session): BriefEntry[] => {
  const steps = stepsIn(session.tail)
  const failed = steps
    .slice(-LATELY)
    .filter(({ isFailing }) => isFailing)
    .slice(-MOST.failed)
  const others = steps.filter((step) => !failed.includes(step)).slice(-MOST.steps)
  return onceEach([
    ...askedEntry(session),
    ...askedBefore(session),
    ...planEntry(session),
    ...nextEntry(session),
    ...failed.map((step) => stepEntry('unfinished', step)),
    ...changedEntry(session),
    ...decidedEntries(session),
    ...answeredEntry(session),
    ...others.map((step) => stepEntry('steps', step)),
  ])
}
