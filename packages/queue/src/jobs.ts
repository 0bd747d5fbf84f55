import {
  memoryFileIdSchema,
  projectIdSchema,
  sessionIdSchema,
  teamIdSchema,
  userIdSchema,
} from '@teamlore/shared'
import { bookIdSchema } from '@teamlore/shared/books'
import {
  deletionIdSchema,
  deliveryIdSchema,
  integrationIdSchema,
  pullRequestIdSchema,
  webhookDeliveryIdSchema,
} from '@teamlore/shared/ids'
import { z } from 'zod'
import {
  defineJob,
  type HandlersOf,
  type JobOf,
  type NameOf,
  type PayloadOf,
} from './define-job.ts'

/**
 * Everything that is done later. A new payload field is optional at first, with a comment naming
 * the release after which it may be required: jobs queued by the version before must still parse.
 */
export const jobs = {
  /** Session → observations and summaries. */
  'distil-session': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema, session_id: sessionIdSchema }),
    attempts: 5,
    backoffMs: 2_000,
    key: ({ session_id }) => session_id,
  }),
  /** Findings of a project's quiet sessions → memories. */
  'curate-project': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema, project_id: projectIdSchema }),
    attempts: 5,
    backoffMs: 5_000,
    key: ({ project_id }) => project_id,
  }),
  /** Session → findings of a language model, where one is set up. Its answers are kept, so trying again costs nothing. */
  'distil-by-model': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema, session_id: sessionIdSchema }),
    attempts: 3,
    backoffMs: 60_000,
    key: ({ session_id }) => session_id,
  }),
  /** Embeds every document of the team that has no embedding yet, until none is left. */
  'embed-documents': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema }),
    // A provider may be away for a while: 5 s, 10 s, … adds up to some twenty minutes.
    attempts: 9,
    backoffMs: 5_000,
    key: ({ team_id }) => team_id,
    isResumable: true,
  }),
  /** Builds the search index of a memory file again out of its text, where rows of it are lost or out of date. */
  'index-memory-file': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema, memory_file_id: memoryFileIdSchema }),
    attempts: 5,
    backoffMs: 2_000,
    key: ({ memory_file_id }) => memory_file_id,
  }),
  /** Builds the search index of a session again out of its messages and findings, where rows of it are lost. */
  'index-messages': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema, session_id: sessionIdSchema }),
    attempts: 5,
    backoffMs: 2_000,
    key: ({ session_id }) => session_id,
  }),
  /** Commits of a project → the sessions behind them, until none is left that was not looked at. */
  'link-commits': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema, project_id: projectIdSchema }),
    attempts: 5,
    backoffMs: 5_000,
    key: ({ project_id }) => project_id,
    isResumable: true,
  }),
  /** Session → what it did with git; its commits are looked at again. */
  'link-session': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema, session_id: sessionIdSchema }),
    attempts: 5,
    backoffMs: 2_000,
    key: ({ session_id }) => session_id,
  }),
  /** Memories → which of them take the place of others, by a language model, where one is set up. */
  'judge-memories': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema }),
    attempts: 3,
    backoffMs: 60_000,
    key: ({ team_id }) => team_id,
    isResumable: true,
  }),
  /** Memories → what a colleague would ask who does not know them, by a language model, where one is set up. */
  'write-questions': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema }),
    attempts: 3,
    backoffMs: 60_000,
    key: ({ team_id }) => team_id,
    isResumable: true,
  }),
  /** Records that were written before there were topics → their topics; copies of one memory → one. */
  'write-topics': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema }),
    attempts: 5,
    backoffMs: 5_000,
    key: ({ team_id }) => team_id,
    isResumable: true,
  }),
  /** Takes memories that nobody reviewed or confirmed in time out of what is served. */
  'withdraw-unreviewed': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema }),
    attempts: 5,
    backoffMs: 5_000,
    key: ({ team_id }) => team_id,
    isResumable: true,
  }),
  /** Lorebook → relationships that memories, findings and, where one is set up, a language model read into it. */
  'propose-relationships': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema, book_id: bookIdSchema }),
    attempts: 3,
    backoffMs: 60_000,
    key: ({ book_id }) => book_id,
    isResumable: true,
  }),
  /** Deletion → hashes of what it hides, and, once its time has come, nothing of that any more. */
  'purge-deletion': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema, deletion_id: deletionIdSchema }),
    attempts: 8,
    backoffMs: 5_000,
    key: ({ deletion_id }) => deletion_id,
    isResumable: true,
  }),
  /** Project → what its retention says goes, gone. */
  'apply-retention': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema, project_id: projectIdSchema }),
    attempts: 5,
    backoffMs: 5_000,
    key: ({ project_id }) => project_id,
    isResumable: true,
  }),
  /** Project in which some sessions begin without a brief → how they went beside the others; ended where that is clear. */
  'compare-holdout': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema, project_id: projectIdSchema }),
    attempts: 5,
    backoffMs: 5_000,
    key: ({ project_id }) => project_id,
    isResumable: true,
  }),
  /** Connected host → which repositories there are, as the host has them. */
  'read-hosted-repositories': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema, integration_id: integrationIdSchema }),
    attempts: 5,
    backoffMs: 5_000,
    key: ({ integration_id }) => integration_id,
  }),
  /** Pull request → its one comment and its check. What a host does not do now is kept with the pull request, and done by its schedule. */
  'answer-pull-request': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema, pull_request_id: pullRequestIdSchema }),
    attempts: 6,
    backoffMs: 5_000,
    key: ({ pull_request_id }) => pull_request_id,
  }),
  /** Project → its one pull request for AGENTS.md. What a host does not do now is kept with the project, and done by its schedule. */
  'propose-agents-md': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema, project_id: projectIdSchema }),
    attempts: 3,
    backoffMs: 10_000,
    key: ({ project_id }) => project_id,
  }),
  /** Delivery of a webhook → its address. What an address does not take is kept with the delivery, and sent again by its schedule. */
  'send-webhook': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema, delivery_id: webhookDeliveryIdSchema }),
    attempts: 3,
    backoffMs: 5_000,
    key: ({ delivery_id }) => delivery_id,
  }),
  /** What was asked in Slack, or a digest that is due → its answer. What Slack does not do now is kept with it, and done by its schedule. */
  'answer-slack': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema, ask_id: deliveryIdSchema }),
    attempts: 6,
    backoffMs: 2_000,
    key: ({ ask_id }) => ask_id,
  }),
  /** A member who asked for the week of their team → one mail. What the mail server does not take is tried again by its schedule, for a day. */
  'mail-digest': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema, user_id: userIdSchema }),
    attempts: 3,
    backoffMs: 60_000,
    key: ({ team_id, user_id }) => `${team_id}.${user_id}`,
  }),
  /** Audit events of a team that wait → sealed in batches, each of which holds the hash of the one before. */
  'seal-audit': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema }),
    attempts: 5,
    backoffMs: 5_000,
    key: ({ team_id }) => team_id,
    isResumable: true,
  }),
  /** Counts again in how many documents of the team each lexeme occurs. */
  'refresh-lexeme-stats': defineJob({
    payload: z.strictObject({ team_id: teamIdSchema }),
    attempts: 3,
    backoffMs: 5_000,
    key: ({ team_id }) => team_id,
    isResumable: true,
  }),
}

export type Jobs = typeof jobs
export type JobName = NameOf<Jobs>
export type JobPayload<N extends JobName> = PayloadOf<Jobs, N>
export type Job = JobOf<Jobs>
export type JobHandlers = HandlersOf<Jobs>
