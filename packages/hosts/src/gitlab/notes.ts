import {
  type HostComment,
  HostError,
  type HostPlace,
  type HostReaction,
  type WrittenComment,
} from '@teamlore/shared/code-hosts'
import { noteUrlOf } from './addresses.ts'
import { type Ask, allPages } from './gitlab-client.ts'
import { isBotName } from './is-bot.ts'
import { awardsSchema, type GitLabNote, noteSchema, notesSchema } from './schemas.ts'

/** A conversation that is longer has its first notes looked through; ours is among them, or of later. */
const MAX_NOTES = 3_000
const MAX_AWARDS = 300

export type At = { place: HostPlace; number: number }

export const routeOf = ({ place, number }: At): string =>
  `/projects/${place.installationId}/merge_requests/${number}`

export const commentOf = ({ place, number }: At, { id, body }: GitLabNote): HostComment => ({
  id: String(id),
  url: noteUrlOf(place, { number, noteId: id }),
  body: body ?? '',
})

/** A line that begins with a slash is a command to GitLab, which the account of the token would carry out. */
export const withoutCommands = (body: string): string => body.replace(/^(\s*)\//gm, '$1\\/')

/** By the marker and by whose account made it: a marker alone can be written by anybody. */
export const findNotes = async (
  ask: Ask,
  at: At,
  { marker, isOnLine }: { marker: string; isOnLine: boolean },
): Promise<HostComment[]> => {
  const notes = await allPages(ask, `GET ${routeOf(at)}/notes`, {
    schema: notesSchema,
    most: MAX_NOTES,
    query: { sort: 'asc', order_by: 'created_at' },
  })
  return notes
    .filter(
      ({ author, body, type, system }) =>
        !system &&
        String(author?.id) === at.place.app.appId &&
        (type === 'DiffNote') === isOnLine &&
        body?.includes(marker) === true,
    )
    .map((note) => commentOf(at, note))
}

/** What was written by the account of the token is of a program, and so is what any bot wrote. */
export const isOfProgram = ({ place }: Pick<At, 'place'>, { author }: GitLabNote): boolean =>
  author == null || String(author.id) === place.app.appId || isBotName(author.username)

/** As it is now. One of another merge request is none here. */
export const readNote = async (ask: Ask, at: At, noteId: string): Promise<GitLabNote> => {
  if (!/^\d{1,20}$/.test(noteId)) throw gone()
  const note = noteSchema.parse(await ask(`GET ${routeOf(at)}/notes/${noteId}`))
  if (note.system || note.author == null) throw gone()
  return note
}

const gone = (): HostError => new HostError('gone', 'There is no such note on this merge request.')

export const readComment = async (ask: Ask, at: At, noteId: string): Promise<WrittenComment> => {
  const note = await readNote(ask, at, noteId)
  const { id, url, body } = commentOf(at, note)
  return {
    id,
    url,
    body,
    authorId: String(note.author?.id),
    isOfProgram: isOfProgram(at, note),
    on: null,
  }
}

export const createNote = async (ask: Ask, at: At, body: string): Promise<HostComment> => {
  const sent = { body: withoutCommands(body) }
  return commentOf(at, noteSchema.parse(await ask(`POST ${routeOf(at)}/notes`, { body: sent })))
}

export const updateNote = async (
  ask: Ask,
  at: At,
  { noteId, body }: { noteId: string; body: string },
): Promise<HostComment> => {
  const sent = { body: withoutCommands(body) }
  const route = `PUT ${routeOf(at)}/notes/${noteId}`
  return commentOf(at, noteSchema.parse(await ask(route, { body: sent })))
}

export const removeNote = async (ask: Ask, at: At, noteId: string): Promise<void> => {
  await ask(`DELETE ${routeOf(at)}/notes/${noteId}`)
}

export const readThumbsDown = async (ask: Ask, at: At, noteId: string): Promise<HostReaction[]> => {
  const found = await allPages(ask, `GET ${routeOf(at)}/notes/${noteId}/award_emoji`, {
    schema: awardsSchema,
    most: MAX_AWARDS,
  })
  return found.flatMap(({ name, created_at, user }) =>
    name === 'thumbsdown' && user != null && !isBotName(user.username)
      ? [{ authorId: String(user.id), at: new Date(created_at) }]
      : [],
  )
}
