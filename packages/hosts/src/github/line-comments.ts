import {
  type HostComment,
  HostError,
  type ReviewComment,
  type WrittenComment,
} from '@teamlore/shared/code-hosts'
import { z } from 'zod'
import type { Ask } from './app-client.ts'
import { allPages } from './pages.ts'
import { commentSchema, lineCommentSchema, reviewCommentsSchema } from './schemas.ts'

/** A review that is longer has its first comments looked through. */
const MAX_COMMENTS = 3_000

/** As it is now. One of another pull request is none here. */
export const readLineComment = async (
  ask: Ask,
  repository: string,
  { number, commentId }: { number: number; commentId: string },
): Promise<WrittenComment> => {
  const { data } = await ask(`GET /repos/${repository}/pulls/comments/${commentId}`)
  const { id, html_url, body, pull_request_url, path, line, side, user, ...rest } =
    lineCommentSchema.parse(data)
  if (!pull_request_url.endsWith(`/pulls/${number}`) || user == null)
    throw new HostError('gone', 'There is no such comment on this pull request.')
  return {
    id: String(id),
    url: html_url,
    body: body ?? '',
    authorId: String(user.id),
    isOfProgram: user.type !== 'User' || rest.performed_via_github_app != null,
    on: { path, line: line ?? null, isAfter: side !== 'LEFT' },
  }
}

/** By the marker and by who made it, as comments of the conversation are. GitHub names the app of these by its account alone. */
export const findLineReplies = async (
  ask: Ask,
  repository: string,
  { number, marker, appId }: { number: number; marker: string; appId: string },
): Promise<HostComment[]> => {
  const comments = await allPages(ask, `GET /repos/${repository}/pulls/${number}/comments`, {
    schema: z.array(lineCommentSchema),
    most: MAX_COMMENTS,
  })
  return comments
    .filter(
      ({ body, performed_via_github_app: app, user }) =>
        body?.includes(marker) === true &&
        (app == null ? user?.type === 'Bot' : String(app.id) === appId),
    )
    .map(({ id, html_url, body }) => ({ id: String(id), url: html_url, body: body ?? '' }))
}

export const replyToLine = async (
  ask: Ask,
  repository: string,
  { number, commentId, body }: { number: number; commentId: string; body: string },
): Promise<HostComment> => {
  const { data } = await ask(
    `POST /repos/${repository}/pulls/${number}/comments/${commentId}/replies`,
    { body },
  )
  const made = commentSchema.parse(data)
  return { id: String(made.id), url: made.html_url, body: made.body ?? '' }
}

export const readReviewComments = async (
  ask: Ask,
  repository: string,
  number: number,
): Promise<ReviewComment[]> => {
  const comments = await allPages(ask, `GET /repos/${repository}/pulls/${number}/comments`, {
    schema: reviewCommentsSchema,
    most: MAX_COMMENTS,
  })
  return comments.map(
    ({ id, html_url, body, user, path, side, original_line: to, ...rest }): ReviewComment => ({
      id: String(id),
      url: html_url,
      body: body ?? '',
      authorId: user == null ? '' : String(user.id),
      isOfProgram: user?.type !== 'User' || rest.performed_via_github_app != null,
      isReply: rest.in_reply_to_id != null,
      path,
      commit: rest.original_commit_id,
      lines: to == null || side === 'LEFT' ? null : { from: rest.original_start_line ?? to, to },
    }),
  )
}
