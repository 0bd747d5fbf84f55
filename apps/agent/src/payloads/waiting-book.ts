import { ApiError } from '@teamlore/shared'
import { plural } from '../output/format.ts'
import { type SentBook, sendBook } from './book.payload.ts'
import type { Sending } from './payload.ts'

const NOTHING_CHANGED = 'so nothing was changed.'

/** What a person would have been asked, and the command that answers it. */
const HELD_BACK: Partial<Record<SentBook['state'], (answer: SentBook) => string>> = {
  deletions: ({ plan }) =>
    `${plural(plan?.deleted.length ?? 0, 'entity', 'entities')} would be deleted, ${NOTHING_CHANGED} If that is meant, run in its folder: lore book ingest --allow-deletions`,
  elsewhere: () =>
    `Its files come from another repository or branch than the book, ${NOTHING_CHANGED} If this is to be where it comes from, run in its folder: lore book ingest --move-home`,
}

/**
 * Sends a book that waited. Nobody is there to be asked, so what would be asked is a refusal: it lies in quarantine, where it is
 * shown, until the next ingest of the book takes its place.
 *
 * @throws ApiError where the server changed nothing and wants a word of a person.
 */
export const sendWaitingBook = async (sending: Sending): Promise<SentBook> => {
  const answer = await sendBook(sending)
  const why = HELD_BACK[answer.state]
  if (why === undefined) return answer
  throw new ApiError({ status: 409, code: `book.${answer.state}`, message: why(answer) })
}
