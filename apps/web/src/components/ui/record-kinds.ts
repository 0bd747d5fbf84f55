import {
  IconBook2,
  IconBulb,
  IconFileText,
  IconGitCommit,
  IconListDetails,
  IconMessage2,
  IconNote,
  IconNotes,
  IconRobot,
  IconSitemap,
} from '@tabler/icons-react'
import type { TimelineKind } from '@teamlore/shared'

type Shown = {
  icon: typeof IconBulb
  word: string
  /** A person's own words: a hit shows them as they stand, without a title made of them. */
  isQuoted?: true
}

/** How each kind of thing that can be found is shown. */
export const RECORD_KINDS: Record<TimelineKind, Shown> = {
  message: { icon: IconRobot, word: 'Message' },
  prompt: { icon: IconMessage2, word: 'Prompt', isQuoted: true },
  observation: { icon: IconBulb, word: 'Observation' },
  summary: { icon: IconNotes, word: 'Summary' },
  session_note: { icon: IconNote, word: 'Session note', isQuoted: true },
  memory: { icon: IconBook2, word: 'Memory' },
  entity: { icon: IconSitemap, word: 'Entity' },
  commit: { icon: IconGitCommit, word: 'Commit' },
  memory_file: { icon: IconFileText, word: 'Memory file' },
  session: { icon: IconListDetails, word: 'Session' },
}

/** What a thing is, in words: `Observation: decision`, `Message: tool result`. */
export const kindInWords = (kind: TimelineKind, type: string | null): string => {
  const { word } = RECORD_KINDS[kind]
  return type ? `${word}: ${type.replaceAll('_', ' ')}` : word
}
