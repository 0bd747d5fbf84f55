import { z } from 'zod'
import { pageOf, personSchema, roleSchema, visibilitySchema } from './common.contract.ts'
import { userSchema } from './people.contract.ts'

export const projectSchema = z.object({
  id: z.string(),
  name: z.string(),
  remote_url: z.string().nullable(),
  root_path: z.string().nullable(),
  /** What a new session of it is, unless its owner says otherwise. */
  default_visibility: visibilitySchema,
  /** For the members on its list alone; older servers know of no such projects. */
  is_restricted: z.boolean().default(false),
  /** You are not on its list: you read nothing of it, and see it here because you decide who does. */
  is_closed_to_you: z.boolean().default(false),
  /** Each folder of the repository is a project of its own. */
  keeps_worktrees_apart: z.boolean().default(false),
  /** From this confidence on, inferred links between sessions and commits are shown and counted. */
  links_from: z.number().default(0.5),
  /** The text of its code is sent, and shown to whoever reads it. */
  shares_code: z.boolean().default(false),
  sessions: z.number().int(),
  last_activity_at: z.string().nullable(),
})
export const projectPageSchema = pageOf(projectSchema)
export type Project = z.infer<typeof projectSchema>

export const projectSettingsSchema = projectSchema.extend({
  /** Who may read it while it is restricted. Kept while it is not. */
  access: z.array(
    z.object({
      user: personSchema,
      role: roleSchema,
      granted_by: personSchema,
      granted_at: z.string(),
    }),
  ),
  /** Of a folder kept apart: the project of the repository, which is set for both. */
  follows: z.object({ id: z.string(), name: z.string() }).nullable(),
})
export type ProjectSettings = z.infer<typeof projectSettingsSchema>

export const setProjectSchema = z
  .strictObject({
    default_visibility: visibilitySchema.optional(),
    is_restricted: z.boolean().optional(),
    keeps_worktrees_apart: z.boolean().optional(),
    links_from: z
      .number()
      .min(0.5, 'must be 0.5 to 1: links below 0.5 are not kept')
      .max(1, 'must be 0.5 to 1; with 1, links by people alone are shown')
      .optional(),
    shares_code: z.boolean().optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error:
      'must say at least one of default_visibility, is_restricted, keeps_worktrees_apart, links_from and shares_code',
  })
export type SetProject = z.infer<typeof setProjectSchema>

export const projectMemberSchema = z.strictObject({
  user: userSchema.describe('A member, by id or email address.'),
})
export type ProjectMember = z.infer<typeof projectMemberSchema>
