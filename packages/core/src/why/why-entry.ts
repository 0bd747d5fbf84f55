import type { ShownSide } from '@teamlore/shared/memory-standing'
import type { WhyReason } from '@teamlore/shared/why'

/** Parts of the answer, in their order. What was replaced comes last. */
export const WHY_SECTIONS = ['holds', 'graveyard', 'code', 'book', 'history', 'replaced'] as const
export type WhySection = (typeof WHY_SECTIONS)[number]

export const HEADINGS: Record<WhySection, string> = {
  holds: 'What holds here',
  graveyard: 'Tried and taken back',
  code: 'The code then',
  book: 'What the lorebooks say',
  history: 'How it came about',
  replaced: 'Replaced: no longer holds',
}

/** One thing of an answer, as all forms show it. */
export type WhyEntry = {
  id: string
  section: WhySection
  /** `decision`, `gotcha`, `session` … */
  kind: string
  text: string
  reason: WhyReason
  weight: number
  via: string
  /** `confidence 0.82`, `the code has changed since`, `by Ann`. */
  marks: string[]
  /** Of a memory: what contradicts it, undecided. */
  otherSides?: ShownSide[]
}

const REASONS: Record<WhyReason, (via: string) => string> = {
  same_file: (via) => `about ${via}`,
  parent_folder: (via) => `about the folder ${via}`,
  imported: (via) => `about ${via}, which it imports`,
  importer: (via) => `about ${via}, which imports it`,
  history: (via) => `worked on ${via}`,
  line: (via) => `wrote ${via}`,
  resembles: (via) => via,
  named: (via) => `names ${via}`,
  as_it_was: (via) => `as ${via} was`,
}

export const reasonText = ({ reason, via }: Pick<WhyEntry, 'reason' | 'via'>): string =>
  REASONS[reason](via)
