import { z } from 'zod'

/** What is read of GitLab's answers: all else of them is left aside. */
const id = z.int().positive()

export const visibilitySchema = z.enum(['public', 'internal', 'private'])

export const accountSchema = z.object({ id, username: z.string().min(1), name: z.string() })

export const tokenSchema = z.object({
  scopes: z.array(z.string()).default([]),
  expires_at: z.string().nullish(),
})

export const projectSchema = z.object({
  id,
  path_with_namespace: z.string().max(500),
  web_url: z.string().max(1_000),
  visibility: visibilitySchema,
  default_branch: z.string().nullish(),
})
export type GitLabProject = z.infer<typeof projectSchema>
export const projectsSchema = z.array(projectSchema)

export const hooksSchema = z.array(
  z.object({
    id,
    url: z.string(),
    merge_requests_events: z.boolean().optional(),
    note_events: z.boolean().optional(),
    alert_status: z.string().optional(),
    signing_token_present: z.boolean().optional(),
  }),
)
export type GitLabHook = z.infer<typeof hooksSchema>[number]
export const madeHookSchema = z.object({ id, signing_token_present: z.boolean().optional() })

/** `sha` is null until GitLab has prepared it. */
export const mergeRequestSchema = z.object({
  iid: id,
  state: z.string(),
  title: z.string(),
  description: z.string().nullish(),
  sha: z.string().nullish(),
  merge_commit_sha: z.string().nullish(),
  squash_commit_sha: z.string().nullish(),
  author: z.object({ id }).nullish(),
  web_url: z.string(),
  source_project_id: z.int().nullish(),
  target_project_id: z.int(),
  target_branch: z.string(),
})

export const mergeRequestListSchema = z.array(z.object({ iid: id, state: z.string() }))

export const diffsSchema = z.array(
  z.object({
    old_path: z.string(),
    new_path: z.string(),
    new_file: z.boolean(),
    renamed_file: z.boolean(),
    deleted_file: z.boolean(),
    diff: z.string().nullish(),
    collapsed: z.boolean().nullish(),
    too_large: z.boolean().nullish(),
  }),
)
export type GitLabDiff = z.infer<typeof diffsSchema>[number]

export const commitsSchema = z.array(z.object({ id: z.string(), message: z.string() }))
export const mergeBaseSchema = z.object({ id: z.string() })
export const comparisonSchema = z.object({ diffs: diffsSchema })

const line = z.int().positive().nullish()
const positionSchema = z.object({
  head_sha: z.string().nullish(),
  old_path: z.string().nullish(),
  new_path: z.string().nullish(),
  old_line: line,
  new_line: line,
  line_range: z.object({ start: z.object({ new_line: line }).nullish() }).nullish(),
})

/** `type` is `DiffNote` beside a line. */
export const noteSchema = z.object({
  id,
  body: z.string().nullish(),
  type: z.string().nullish(),
  system: z.boolean().default(false),
  author: z.object({ id, username: z.string() }).nullish(),
  position: positionSchema.nullish(),
})
export type GitLabNote = z.infer<typeof noteSchema>
export const notesSchema = z.array(noteSchema)
export const discussionsSchema = z.array(z.object({ id: z.string(), notes: notesSchema }))

export const awardsSchema = z.array(
  z.object({
    name: z.string(),
    created_at: z.string(),
    user: z.object({ id, username: z.string() }).nullish(),
  }),
)

export const statusSchema = z.object({ id })
export const statusesSchema = z.array(
  z.object({
    id,
    name: z.string(),
    status: z.string(),
    description: z.string().nullish(),
    target_url: z.string().nullish(),
  }),
)
