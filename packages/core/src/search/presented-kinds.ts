import type { DocumentKind } from '@teamlore/shared'

type Presented = {
  /** Its title is that of the prompt it belongs to, so that it is found by it: a hit is shown in its own words. */
  hasBorrowedTitle: boolean
  /** It is the context of others, so it is shown without any. */
  isContext: boolean
  /** Where its own words begin, where it first says what others say too. */
  ownWordsFrom?: RegExp
  /** What a timeline calls it. */
  titleInTimeline: 'title' | 'own words'
}

const TITLED: Presented = {
  hasBorrowedTitle: false,
  isContext: false,
  titleInTimeline: 'title',
}

/** How hits and entries of each kind are put into words. */
export const PRESENTED: Record<DocumentKind, Presented> = {
  message: { hasBorrowedTitle: true, isContext: false, titleInTimeline: 'own words' },
  prompt: { hasBorrowedTitle: true, isContext: true, titleInTimeline: 'title' },
  observation: TITLED,
  summary: {
    hasBorrowedTitle: true,
    isContext: false,
    // A summary begins with the request it is of.
    ownWordsFrom: /^(?:Investigated|Learned|Completed|Next steps|Notes): /m,
    titleInTimeline: 'title',
  },
  session_note: { hasBorrowedTitle: true, isContext: false, titleInTimeline: 'own words' },
  memory: TITLED,
  entity: TITLED,
  commit: TITLED,
  memory_file: TITLED,
}
