import { z } from 'zod'
import { projectSchema } from './schemas.ts'

const sha = z.string().regex(/^[0-9a-f]{40,64}$/)

export const defaultBranchSchema = projectSchema.extend({
  default_branch: z
    .string()
    .regex(/^[^\s?#%{}]{1,255}$/)
    .nullish(),
})
export const branchSchema = z.object({ commit: z.object({ id: sha }) })
export const treeSchema = z.array(z.object({ id: sha, path: z.string(), mode: z.string() }))
export const blobSchema = z.object({ content: z.string() })
export const fileSchema = z.object({ blob_id: sha, last_commit_id: sha })
export const madeCommitSchema = z.object({ id: sha, parent_ids: z.array(sha) })
export const writtenCommitsSchema = z.array(z.object({ id: sha, author_email: z.string() }))
export const proposalSchema = z.object({
  iid: z.int().positive(),
  web_url: z.string(),
  source_project_id: z.int().nullish(),
  target_project_id: z.int(),
})
export const proposalsSchema = z.array(proposalSchema)
export const ownAccountSchema = z.object({
  id: z.int().positive(),
  email: z.string().nullish(),
  commit_email: z.string().nullish(),
})
export const memberSchema = z.object({ access_level: z.int() })
export const foundAccountsSchema = z.array(z.object({ id: z.int().positive() }))
export const publicAccountSchema = z.object({ public_email: z.string().nullish() })
