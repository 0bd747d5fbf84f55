import type { Book } from '../book.types.ts'
import type { CachedLooks } from '../cached-looks.ts'
import { inReadingOrder, type Problem } from '../problems.ts'
import { consequenceProblems } from './check-consequences.ts'
import { eventProblems } from './check-events.ts'
import { layerProblems } from './check-layers.ts'
import { nameProblems } from './check-names.ts'
import { orphanProblems } from './check-orphans.ts'
import { worldDateProblems } from './check-world-dates.ts'

/** All that can be said of a book: what reading it found, and what only the whole shows. In reading order. */
export const checkBook = (book: Book, files: readonly string[], looks?: CachedLooks): Problem[] =>
  inReadingOrder([
    ...book.problems,
    ...layerProblems(book, files),
    ...nameProblems(book, looks),
    ...orphanProblems(book),
    ...consequenceProblems(book),
    ...eventProblems(book),
    ...worldDateProblems(book),
  ])
