import { z } from 'zod'

/** What is read of GitHub's answers: all else of them is left aside. */
const id = z.int().positive()

export const madeAppSchema = z.object({
  id,
  slug: z.string().min(1),
  owner: z.object({ login: z.string() }),
  pem: z.string().min(1),
  webhook_secret: z.string().min(1),
})

export const appSchema = z.object({
  slug: z.string(),
  permissions: z.record(z.string(), z.string()).default({}),
})

export const installationsSchema = z.array(z.object({ id, suspended_at: z.string().nullish() }))

/** `visibility` is missing on old servers; a repository that is not private is public then. */
export const repositorySchema = z.object({
  id,
  full_name: z.string(),
  html_url: z.string(),
  private: z.boolean(),
  visibility: z.enum(['public', 'internal', 'private']).optional(),
})
export type GitHubRepository = z.infer<typeof repositorySchema>

export const visibilityOf = ({ private: isPrivate, visibility }: GitHubRepository) =>
  visibility ?? (isPrivate ? 'private' : 'public')

export const repositoryPageSchema = z.object({ repositories: z.array(repositorySchema) })

export const pullRequestSchema = z.object({
  state: z.enum(['open', 'closed']),
  merged: z.boolean().default(false),
  title: z.string(),
  body: z.string().nullish(),
  merge_commit_sha: z.string().nullish(),
  user: z.object({ id }).nullish(),
  html_url: z.string(),
  /** Null where the fork is gone. */
  head: z.object({ sha: z.string(), repo: z.object({ id }).nullish() }),
  base: z.object({
    ref: z.string(),
    repo: repositorySchema.extend({ default_branch: z.string() }),
  }),
})

export const filesSchema = z.array(
  z.object({
    filename: z.string(),
    status: z.string(),
    previous_filename: z.string().optional(),
    changes: z.int(),
    patch: z.string().optional(),
  }),
)
export type GitHubFile = z.infer<typeof filesSchema>[number]

export const commitsSchema = z.array(
  z.object({ sha: z.string(), commit: z.object({ message: z.string() }) }),
)

export const pullNumbersSchema = z.array(z.object({ number: z.int().positive() }))

export const pullListSchema = z.array(
  z.object({ number: z.int().positive(), merged_at: z.string().nullish() }),
)

export const commentSchema = z.object({ id, html_url: z.string(), body: z.string().nullish() })

export const writtenCommentSchema = commentSchema.extend({
  issue_url: z.string(),
  performed_via_github_app: z.object({ id }).nullish(),
  user: z.object({ id, type: z.string() }).nullish(),
})

/** `line` is missing where its line is gone since, and where the whole file is meant. */
export const lineCommentSchema = commentSchema.extend({
  pull_request_url: z.string(),
  path: z.string(),
  line: z.int().positive().nullish(),
  side: z.string().nullish(),
  performed_via_github_app: z.object({ id }).nullish(),
  user: z.object({ id, type: z.string() }).nullish(),
})

export const reviewCommentsSchema = z.array(
  lineCommentSchema.extend({
    original_commit_id: z.string(),
    original_line: z.int().positive().nullish(),
    original_start_line: z.int().positive().nullish(),
    in_reply_to_id: z.int().nullish(),
  }),
)

export const comparisonSchema = z.object({ status: z.string(), files: filesSchema.optional() })

export const reactionsSchema = z.array(
  z.object({
    content: z.string(),
    created_at: z.string(),
    user: z.object({ id, type: z.string().optional() }).nullish(),
  }),
)

export const commentsSchema = z.array(
  commentSchema.extend({
    performed_via_github_app: z.object({ id }).nullish(),
    user: z.object({ login: z.string() }).nullish(),
  }),
)

export const checkSchema = z.object({ id })
export const checksSchema = z.object({
  check_runs: z.array(z.object({ id, external_id: z.string().nullish() })),
})

export const hookConfigSchema = z.object({ url: z.string().optional() })
export const hookDeliveriesSchema = z.array(
  z.object({ status_code: z.int(), delivered_at: z.string() }),
)
