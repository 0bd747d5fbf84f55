import {
  type HostComment,
  HostError,
  type ReviewComment,
  type WrittenComment,
} from '@teamlore/shared/code-hosts'
import { type Ask, allPages } from './gitlab-client.ts'
import { type At, commentOf, isOfProgram, readNote, routeOf, withoutCommands } from './notes.ts'
import { discussionsSchema, type GitLabNote, mergeRequestSchema, noteSchema } from './schemas.ts'

const LINE_ID = /^([0-9a-f]{8,64}):(\d{1,20})$/

/** A note beside a line is known by its thread and its own id, as answers go into the thread. */
const partsOf = (commentId: string): { discussion: string; noteId: string } => {
  const [, discussion, noteId] = LINE_ID.exec(commentId) ?? []
  if (discussion === undefined || noteId === undefined)
    throw new HostError('gone', 'There is no such note beside a line.')
  return { discussion, noteId }
}

/** GitLab moves the place of a note along, until its line is changed: from then on it is of an older commit. */
const lineOf = (
  { position }: GitLabNote,
  head: string | null | undefined,
): WrittenComment['on'] => {
  const isAfter = position?.new_line != null
  const path = (isAfter ? position?.new_path : position?.old_path) ?? position?.new_path
  if (path == null) return null
  const isThere = position?.head_sha === head
  return {
    path,
    line: isThere ? (position?.new_line ?? position?.old_line ?? null) : null,
    isAfter,
  }
}

export const readLineNote = async (
  ask: Ask,
  at: At,
  commentId: string,
): Promise<WrittenComment> => {
  const note = await readNote(ask, at, partsOf(commentId).noteId)
  const { sha } = mergeRequestSchema.parse(await ask(`GET ${routeOf(at)}`))
  const { url, body } = commentOf(at, note)
  return {
    id: commentId,
    url,
    body,
    authorId: String(note.author?.id),
    isOfProgram: isOfProgram(at, note),
    on: lineOf(note, sha),
  }
}

export const replyToLine = async (
  ask: Ask,
  at: At,
  { commentId, body }: { commentId: string; body: string },
): Promise<HostComment> => {
  const { discussion } = partsOf(commentId)
  const route = `POST ${routeOf(at)}/discussions/${discussion}/notes`
  const made = await ask(route, { body: { body: withoutCommands(body) } })
  return commentOf(at, noteSchema.parse(made))
}

const MAX_DISCUSSIONS = 3_000

/** Lines as they were when the note was written, or as far as they were followed since. */
const linesOf = ({ position }: GitLabNote): ReviewComment['lines'] => {
  const to = position?.new_line
  if (to == null) return null
  return { from: Math.min(position?.line_range?.start?.new_line ?? to, to), to }
}

export const readReviewNotes = async (ask: Ask, at: At): Promise<ReviewComment[]> => {
  const discussions = await allPages(ask, `GET ${routeOf(at)}/discussions`, {
    schema: discussionsSchema,
    most: MAX_DISCUSSIONS,
  })
  return discussions.flatMap(({ notes }) =>
    notes.flatMap((note, index): ReviewComment[] => {
      const { position, system, type } = note
      if (system || type !== 'DiffNote' || position?.head_sha == null) return []
      const { id, url, body } = commentOf(at, note)
      return [
        {
          id,
          url,
          body,
          authorId: note.author == null ? '' : String(note.author.id),
          isOfProgram: isOfProgram(at, note),
          isReply: index > 0,
          path: position.new_path ?? position.old_path ?? '',
          commit: position.head_sha,
          lines: linesOf(note),
        },
      ]
    }),
  )
}
