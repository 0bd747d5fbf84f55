import type { HookHeaders, HostEvent, HostRepository } from '@teamlore/shared/code-hosts'
import { z } from 'zod'
import { jsonOf } from '../json-of.ts'
import { isBotName } from './is-bot.ts'

/** `Merge Request Hook` → `merge_request`. */
const nameOf = (header: string | undefined): string | undefined =>
  header
    ?.replace(/ Hook$/i, '')
    .toLowerCase()
    .replaceAll(' ', '_')

/** A delivery that is tried again keeps its key; older servers know no more than which event it was, or nothing. */
export const sentAs = (
  headers: HookHeaders,
): { event: string | undefined; delivery: string | undefined } => ({
  event: nameOf(headers['x-gitlab-event']),
  delivery: headers['webhook-id'] ?? headers['idempotency-key'] ?? headers['x-gitlab-event-uuid'],
})

const id = z.int().positive()
const number = id.max(2_000_000_000)

/** GitLab counts who may read: 0 is private, 20 public. */
const projectSchema = z.object({
  id,
  path_with_namespace: z.string().max(500),
  web_url: z.string().max(1_000),
  visibility_level: z.int(),
  default_branch: z.string().nullish(),
})

/** What is read of an event of GitLab: all else of it is left aside. */
const eventSchema = z.object({
  project: projectSchema.optional(),
  ref: z.string().optional(),
  user: z.object({ username: z.string() }).nullish(),
  object_attributes: z.object({ action: z.string().max(100).nullish() }).optional(),
})

const mergeRequestSchema = z.object({ object_attributes: z.object({ iid: number }) })

const noteSchema = z.object({
  merge_request: z.object({ iid: number }),
  object_attributes: z.object({
    id,
    note: z.string(),
    type: z.string().nullish(),
    discussion_id: z.string().max(100).nullish(),
    system: z.boolean().nullish(),
  }),
})

type Read = z.infer<typeof eventSchema>
type About = HostEvent['about']

const VISIBILITIES: Record<number, HostRepository['visibility']> = { 0: 'private', 10: 'internal' }

const hosted = ({ project }: Read): HostRepository | undefined =>
  project && {
    repositoryId: String(project.id),
    installationId: String(project.id),
    fullName: project.path_with_namespace,
    url: project.web_url,
    visibility: VISIBILITIES[project.visibility_level] ?? 'public',
  }

const OF_MERGE_REQUESTS = ['open', 'update', 'reopen', 'close', 'merge']
/** Servers of before GitLab 16 say of a note nothing else but that it was written. */
const OF_NOTES = ['create', '']

/** A note beside a line is found by its thread, which alone takes answers. */
export const lineIdOf = (discussion: string, note: number): string => `${discussion}:${note}`

const aboutNote = (json: unknown, { user }: Read, repository: HostRepository): About => {
  const { success, data } = noteSchema.safeParse(json)
  if (!success || data.object_attributes.system === true) return { of: 'nothing' }
  const { id: note, note: body, type, discussion_id: discussion } = data.object_attributes
  const isOnLine = type === 'DiffNote' && discussion != null
  return {
    of: 'comment',
    repository,
    number: data.merge_request.iid,
    commentId: isOnLine ? lineIdOf(discussion, note) : String(note),
    isOnLine,
    body,
    isOfProgram: user != null && isBotName(user.username),
  }
}

const aboutOf = (event: string, read: Read, json: unknown): About => {
  const repository = hosted(read)
  const action = read.object_attributes?.action ?? ''
  if (repository === undefined) return { of: 'nothing' }
  if (event === 'push')
    return read.ref === `refs/heads/${read.project?.default_branch}`
      ? { of: 'default branch', repository }
      : { of: 'nothing' }
  if (event === 'merge_request' && OF_MERGE_REQUESTS.includes(action)) {
    const { success, data } = mergeRequestSchema.safeParse(json)
    return success
      ? { of: 'pull request', repository, number: data.object_attributes.iid }
      : { of: 'nothing' }
  }
  return event === 'note' && OF_NOTES.includes(action)
    ? aboutNote(json, read, repository)
    : { of: 'nothing' }
}

/** @returns undefined where it is no event of GitLab. */
export const readGitLabEvent = (event: string, body: string): HostEvent | undefined => {
  const json = jsonOf(body)
  const { success, data } = eventSchema.safeParse(json)
  if (!success) return undefined
  return { action: data.object_attributes?.action ?? null, about: aboutOf(event, data, json) }
}
