import { z } from 'zod'
import { repositorySchema } from './schemas.ts'

const sha = z.string().regex(/^[0-9a-f]{40,64}$/)
const account = z.object({ id: z.int(), login: z.string(), type: z.string().optional() }).nullish()

export const shaSchema = z.object({ sha })
export const refSchema = z.object({ object: shaSchema })
export const defaultBranchSchema = repositorySchema.extend({
  default_branch: z.string().regex(/^[^\s?#%{}]{1,255}$/),
})
export const treeSchema = z.object({
  tree: z.array(z.object({ path: z.string(), mode: z.string(), sha })),
})
export const blobSchema = z.object({ content: z.string() })
export const writtenCommitsSchema = z.array(z.object({ sha, author: account }))
export const aheadSchema = z.object({
  total_commits: z.int(),
  commits: writtenCommitsSchema,
})
export const proposalSchema = z.object({ number: z.int().positive(), html_url: z.string() })
export const proposalsSchema = z.array(proposalSchema)
export const grantedSchema = z.object({
  permissions: z.record(z.string(), z.string()).default({}),
})
