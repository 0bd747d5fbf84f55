import {
  type HostComment,
  HostError,
  type HostReaction,
  type WrittenComment,
} from '@teamlore/shared/code-hosts'
import type { Ask } from './app-client.ts'
import { allPages } from './pages.ts'
import { commentSchema, commentsSchema, reactionsSchema, writtenCommentSchema } from './schemas.ts'

/** A conversation that is longer has its first comments looked through; ours is among them, or of later. */
const MAX_COMMENTS = 3_000

const commentOf = (data: unknown): HostComment => {
  const { id, html_url, body } = commentSchema.parse(data)
  return { id: String(id), url: html_url, body: body ?? '' }
}

/** By the marker and by who made it: a marker alone can be written by anybody. */
export const findComments = async (
  ask: Ask,
  repository: string,
  { number, marker, appId }: { number: number; marker: string; appId: string },
): Promise<HostComment[]> => {
  const comments = await allPages(ask, `GET /repos/${repository}/issues/${number}/comments`, {
    schema: commentsSchema,
    most: MAX_COMMENTS,
  })
  return comments
    .filter(
      ({ body, performed_via_github_app: app }) =>
        String(app?.id) === appId && body?.includes(marker) === true,
    )
    .map(commentOf)
}

/** As it is now. One of another conversation is none here. */
export const readComment = async (
  ask: Ask,
  repository: string,
  { number, commentId }: { number: number; commentId: string },
): Promise<WrittenComment> => {
  const { data } = await ask(`GET /repos/${repository}/issues/comments/${commentId}`)
  const { id, html_url, body, issue_url, user, performed_via_github_app } =
    writtenCommentSchema.parse(data)
  if (!issue_url.endsWith(`/issues/${number}`) || user == null)
    throw new HostError('gone', 'There is no such comment on this pull request.')
  return {
    id: String(id),
    url: html_url,
    body: body ?? '',
    authorId: String(user.id),
    isOfProgram: user.type !== 'User' || performed_via_github_app != null,
    on: null,
  }
}

export const createComment = async (
  ask: Ask,
  repository: string,
  number: number,
  body: string,
): Promise<HostComment> => {
  const { data } = await ask(`POST /repos/${repository}/issues/${number}/comments`, { body })
  return commentOf(data)
}

export const updateComment = async (
  ask: Ask,
  repository: string,
  commentId: string,
  body: string,
): Promise<HostComment> => {
  const { data } = await ask(`PATCH /repos/${repository}/issues/comments/${commentId}`, { body })
  return commentOf(data)
}

export const removeComment = async (
  ask: Ask,
  repository: string,
  commentId: string,
): Promise<void> => {
  await ask(`DELETE /repos/${repository}/issues/comments/${commentId}`)
}

const MAX_REACTIONS = 300

export const readThumbsDown = async (
  ask: Ask,
  repository: string,
  commentId: string,
): Promise<HostReaction[]> => {
  const found = await allPages(
    ask,
    `GET /repos/${repository}/issues/comments/${commentId}/reactions`,
    { schema: reactionsSchema, most: MAX_REACTIONS, content: '-1' },
  )
  return found.flatMap(({ content, created_at, user }) =>
    content === '-1' && user != null && (user.type ?? 'User') === 'User'
      ? [{ authorId: String(user.id), at: new Date(created_at) }]
      : [],
  )
}
