import type { HostedRepository } from '@teamlore/db'
import { z } from 'zod'
import { readCommand } from './read-command.ts'

const repositorySchema = z.object({
  id: z.int().positive(),
  full_name: z.string().max(300),
  html_url: z.string().max(1_000),
  private: z.boolean(),
  visibility: z.enum(['public', 'internal', 'private']).optional(),
  default_branch: z.string().max(300).optional(),
})

/** What is read of an event of GitHub: all else of it is left aside, and nothing of it is kept. */
const eventSchema = z.object({
  action: z.string().max(100).optional(),
  installation: z.object({ id: z.int().positive() }).optional(),
  ref: z.string().max(500).optional(),
  repository: repositorySchema.optional(),
  pull_request: z.object({ number: z.int().positive().max(2_000_000_000) }).optional(),
})

const text = z.string().nullish()
const number = z.int().positive().max(2_000_000_000)
const commentSchema = z.object({
  id: z.int().positive(),
  body: text,
  user: z.object({ type: text }).nullish(),
  performed_via_github_app: z.object({}).nullish(),
})
const commentEventSchema = z.object({
  issue: z.object({ number, pull_request: z.object({}).optional() }),
  comment: commentSchema,
})
/** A comment beside a line of a pull request. */
const lineEventSchema = z.object({
  pull_request: z.object({ number }),
  comment: commentSchema,
})

/** What an event asks for. */
export type Asked =
  /** The list of repositories is read again. */
  | { of: 'repositories' }
  | { of: 'pull request'; repository: HostedRepository; number: number }
  /** Who reads a repository has changed, so what was said on it is written anew. */
  | { of: 'comments'; repository: HostedRepository }
  /** Somebody asks for something in a comment, of which no more is taken from here than where it is. */
  | {
      of: 'command'
      repository: HostedRepository
      number: number
      commentId: string
      isOnLine: boolean
    }
  /** Its default branch has moved. */
  | { of: 'default branch'; repository: HostedRepository }
  | { of: 'nothing'; why?: string }

export type HookEvent = { action: string | null; asked: Asked }

const ABOUT_REPOSITORIES = ['installation', 'installation_repositories']
const OF_PULL_REQUESTS = [
  'opened',
  'synchronize',
  'reopened',
  'closed',
  'edited',
  'ready_for_review',
]
const OF_READERS = ['publicized', 'privatized']

type Read = z.infer<typeof eventSchema>

const hosted = ({ repository, installation }: Read): HostedRepository | undefined =>
  repository &&
  installation && {
    repositoryId: String(repository.id),
    installationId: String(installation.id),
    fullName: repository.full_name,
    url: repository.html_url,
    visibility: repository.visibility ?? (repository.private ? 'private' : 'public'),
  }

type Commented = { number: number; comment: z.infer<typeof commentSchema>; isOnLine: boolean }

/** A comment on a pull request, in its conversation or beside a line; undefined of any other event. */
const commentedBy = (event: string, json: unknown): Commented | undefined => {
  if (event === 'issue_comment') {
    const { success, data } = commentEventSchema.safeParse(json)
    if (!success || data.issue.pull_request === undefined) return undefined
    return { number: data.issue.number, comment: data.comment, isOnLine: false }
  }
  if (event !== 'pull_request_review_comment') return undefined
  const { success, data } = lineEventSchema.safeParse(json)
  return success
    ? { number: data.pull_request.number, comment: data.comment, isOnLine: true }
    : undefined
}

/** Whether a comment begins as a command does; what it asks for is read when it is answered. */
const askedByComment = (
  { number, comment, isOnLine }: Commented,
  repository: HostedRepository,
): Asked => {
  if (readCommand(comment.body ?? '') === undefined) return { of: 'nothing' }
  if (comment.user?.type !== 'User' || comment.performed_via_github_app != null)
    return { of: 'nothing', why: 'Written by a program.' }
  return { of: 'command', repository, number, commentId: String(comment.id), isOnLine }
}

const askedBy = (event: string, read: Read, json: unknown): Asked => {
  if (ABOUT_REPOSITORIES.includes(event)) return { of: 'repositories' }
  const { action = '', pull_request } = read
  const repository = hosted(read)
  if (repository === undefined) return { of: 'nothing' }
  if (event === 'pull_request' && pull_request !== undefined && OF_PULL_REQUESTS.includes(action))
    return { of: 'pull request', repository, number: pull_request.number }
  if (event === 'push')
    return read.ref === `refs/heads/${read.repository?.default_branch}`
      ? { of: 'default branch', repository }
      : { of: 'nothing' }
  const commented = action === 'created' ? commentedBy(event, json) : undefined
  if (commented !== undefined) return askedByComment(commented, repository)
  if (event === 'repository')
    return OF_READERS.includes(action) ? { of: 'comments', repository } : { of: 'repositories' }
  return { of: 'nothing' }
}

/** @returns undefined where it is no event of a host. */
export const readHookEvent = (event: string, body: string): HookEvent | undefined => {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return undefined
  }
  const read = eventSchema.safeParse(json)
  if (!read.success) return undefined
  return { action: read.data.action ?? null, asked: askedBy(event, read.data, json) }
}
