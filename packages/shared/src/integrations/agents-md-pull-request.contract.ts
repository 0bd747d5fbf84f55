import { z } from 'zod'
import { INTEGRATION_KINDS } from './integration.contract.ts'

export const AGENTS_MD_PATHS = ['AGENTS.md', 'CLAUDE.md'] as const
export type AgentsMdPath = (typeof AGENTS_MD_PATHS)[number]

export const PROPOSAL_STATES = ['none', 'open', 'closed', 'merged'] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]

export const setAgentsMdPullRequestSchema = z.strictObject({
  /** The file that the section is kept in. */
  path: z.enum(AGENTS_MD_PATHS).default('AGENTS.md'),
})
export type SetAgentsMdPullRequest = z.input<typeof setAgentsMdPullRequestSchema>

export const agentsMdPullRequestSchema = z.object({
  is_on: z.boolean(),
  path: z.enum(AGENTS_MD_PATHS),
  /** Where the repository is; null where no app or token that is connected knows it. */
  host: z.enum(INTEGRATION_KINDS).nullable(),
  repository: z.string().nullable(),
  branch: z.string(),
  /** Of the last pull request; `none` where there was none yet. */
  state: z.enum(PROPOSAL_STATES),
  number: z.int().nullable(),
  url: z.string().nullable(),
  /** What keeps it from going on, for people. */
  note: z.string().nullable(),
  looked_at: z.string().nullable(),
  written_at: z.string().nullable(),
})
export type AgentsMdPullRequest = z.infer<typeof agentsMdPullRequestSchema>
