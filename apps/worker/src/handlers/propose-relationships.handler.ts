import { grantSystemScope } from '@teamlore/core'
import type { ProposeRelationships } from '@teamlore/core/book-proposals'
import type { JobHandlers } from '@teamlore/queue'

/** Lorebook → what people may confirm. Nothing of the book changes by it. */
export const createProposeRelationshipsHandler =
  (propose: ProposeRelationships): JobHandlers['propose-relationships'] =>
  async ({ team_id, book_id }, { signal }) => {
    await propose(grantSystemScope(team_id), { bookId: book_id }, signal)
    // What was cut off is not done: the queue gives it to the next worker.
    signal.throwIfAborted()
  }
