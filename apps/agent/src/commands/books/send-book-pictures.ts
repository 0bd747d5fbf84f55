import { readProject } from '@teamlore/lorebook'
import type { BookPlace } from '../../book/book-place.ts'
import type { BookToSend } from '../../book/load-book.ts'
import { type SentPictures, sendPictures } from '../../book/send-pictures.ts'
import { describeError } from '../../errors/describe-error.ts'
import type { SentBook } from '../../payloads/book.payload.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { withProgress } from '../shared/long-running.ts'

type Sending = Parameters<typeof sendPictures>[1] & { found: BookToSend; from: BookPlace }

/** Sends the pictures of a book that wants them, once the server has its notes. That it cannot be done takes nothing from the notes. */
export const sendBookPictures = async (
  context: CommandContext,
  { state }: Pick<SentBook, 'state'>,
  { found: { root, name, project }, from, ...deps }: Sending,
): Promise<SentPictures | undefined> => {
  if (state !== 'ingested' && state !== 'unchanged') return undefined
  if (!readProject(project).project?.images) return undefined
  try {
    return await withProgress(
      context,
      () => `Sending pictures of ${name}`,
      () => sendPictures({ root, name, from }, deps),
    )
  } catch (error) {
    context.output.note([`Pictures were not sent: ${describeError(error).message}`])
    return undefined
  }
}
