import { z } from 'zod'

/** A fork often proposes its own. */
const TRUNKS = /^(?:main|master|trunk|develop|HEAD)$/

/** What became of a pull request, as a bot or CI reports it. */
export const reportPullRequestSchema = z
  .strictObject({
    /** Id, name or remote URL. */
    project: z.string().min(1).max(300),
    number: z.number().int().positive().max(1_000_000_000),
    url: z.url({ protocol: /^https?$/ }).max(300),
    title: z.string().trim().min(1).max(300),
    /** `rejected`: closed without being merged. */
    state: z.enum(['open', 'merged', 'rejected']),
    /** Its commits, by whole hashes; or the branch it was on. */
    commits: z
      .array(z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, 'must be whole hashes'))
      .max(500)
      .default([]),
    branch: z.string().min(1).max(500).optional(),
    /** Why it was rejected, in the words of whoever did. */
    reason: z.string().trim().max(1_000).default(''),
  })
  .refine(({ commits, branch }) => commits.length > 0 || branch !== undefined, {
    error: 'must name its commits or its branch',
  })
  .refine(({ commits, branch }) => commits.length > 0 || !TRUNKS.test(branch ?? ''), {
    path: ['branch'],
    error: 'is where work of everybody comes together, as of a fork: name the commits',
  })
export type ReportPullRequest = z.infer<typeof reportPullRequestSchema>

export const reportedPullRequestSchema = z.object({
  /** Its commits that are here. */
  commits: z.number().int(),
  /** Memories that are trusted less now, and those that are trusted as before again. */
  lowered: z.number().int(),
  restored: z.number().int(),
  /** The graveyard draft that was made of it or stands for it. */
  graveyard: z.string().nullable(),
})
export type ReportedPullRequest = z.infer<typeof reportedPullRequestSchema>
