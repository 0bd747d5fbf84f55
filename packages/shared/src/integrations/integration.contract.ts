import { z } from 'zod'
import { pageOf, pageQuerySchema } from '../contracts/common.contract.ts'

export const INTEGRATION_KINDS = ['github', 'gitlab'] as const
export type IntegrationKind = (typeof INTEGRATION_KINDS)[number]

/** Begun and not answered yet, or in use. */
export const integrationStateSchema = z.enum(['started', 'connected'])
export type IntegrationState = z.infer<typeof integrationStateSchema>

/** As the host calls it. `internal` is read by more than the team. */
export const repositoryVisibilitySchema = z.enum(['public', 'internal', 'private'])
export type RepositoryVisibility = z.infer<typeof repositoryVisibilitySchema>

const webUrl = z
  .url({ protocol: /^https?$/, error: 'must look like https://github.example.com' })
  .max(300)
  .refine(
    (url) => !URL.canParse(url) || (new URL(url).username === '' && new URL(url).search === ''),
    {
      error: 'must be an address alone, without a name and without a question mark',
    },
  )

export const startIntegrationSchema = z.strictObject({
  kind: z.literal('github').default('github'),
  /** Of a GitHub Enterprise Server; github.com unless given. */
  web_url: webUrl.optional(),
  /** Organisation that the app is to belong to; the account of who makes it unless given. */
  organization: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,98}[A-Za-z0-9])?$/, 'must be the name of an organisation')
    .optional(),
})
export type StartIntegration = z.output<typeof startIntegrationSchema>

/** What the browser sends to the host, as a form: the app that is asked for. */
export const startedIntegrationSchema = z.object({
  id: z.string(),
  /** Where the form goes. */
  action: z.string(),
  /** The only field of it. */
  manifest: z.string(),
})
export type StartedIntegration = z.infer<typeof startedIntegrationSchema>

export const finishIntegrationSchema = z.strictObject({
  /** Both as the host sent them back. */
  code: z.string().min(1).max(500),
  state: z.string().min(1).max(500),
})
export type FinishIntegration = z.infer<typeof finishIntegrationSchema>

/** The token that a host gave by hand. */
const tokenSchema = z
  .string()
  .trim()
  .min(8)
  .max(500)
  .regex(/^[\x21-\x7e]+$/, 'must be a token as the host showed it')

export const connectIntegrationSchema = z.strictObject({
  kind: z.literal('gitlab'),
  /** Of a GitLab of one's own; https://gitlab.com unless given. */
  web_url: webUrl.optional(),
  token: tokenSchema,
  /** Whether Teamlore makes the webhooks, for which the token needs a higher role; else somebody makes one by hand. */
  makes_hooks: z.boolean().default(true),
})
export type ConnectIntegration = z.output<typeof connectIntegrationSchema>

export const setTokenSchema = z.strictObject({ token: tokenSchema })
export type SetToken = z.output<typeof setTokenSchema>

export const setIntegrationSchema = z.strictObject({
  /** Whether comments on repositories that others than the team read name people and sessions. */
  shows_names: z.boolean(),
})
export type SetIntegration = z.infer<typeof setIntegrationSchema>

export const integrationSchema = z.object({
  id: z.string(),
  kind: z.enum(INTEGRATION_KINDS),
  state: integrationStateSchema,
  web_url: z.string(),
  /** Where the host sends its events. */
  hook_url: z.string(),
  /** The app at the host, or the account of its token; null until it is made. */
  app: z
    .object({
      id: z.string(),
      slug: z.string(),
      account: z.string(),
      url: z.string(),
      /** Where repositories are chosen; null where that follows from its token. */
      install_url: z.string().nullable(),
    })
    .nullable(),
  shows_names: z.boolean(),
  /** Teamlore makes webhooks on repositories by itself. */
  makes_hooks: z.boolean(),
  /** What the app asks for, and what it was given where the host said. */
  permissions: z.array(
    z.object({
      name: z.string(),
      asked: z.string(),
      given: z.string().nullable(),
      why: z.string(),
    }),
  ),
  repositories: z.int(),
  connected_at: z.string().nullable(),
  /** When the host last answered, and last sent something. */
  answered_at: z.string().nullable(),
  last_delivery_at: z.string().nullable(),
  /** What went wrong last, unless it has gone well since. */
  error: z.string().nullable(),
  error_at: z.string().nullable(),
})
export type Integration = z.infer<typeof integrationSchema>

export const connectedIntegrationSchema = z.object({
  integration: integrationSchema,
  /** Shown this once: what a webhook that is made by hand has to send. Null where Teamlore makes the webhooks. */
  hook_secret: z.string().nullable(),
})
export type ConnectedIntegration = z.infer<typeof connectedIntegrationSchema>

export const integrationListSchema = z.object({
  items: z.array(integrationSchema),
  /** Why none can be connected here; null where one can. */
  note: z.string().nullable(),
})

export const integrationTestSchema = z.object({
  ok: z.boolean(),
  findings: z.array(z.object({ ok: z.boolean(), text: z.string() })),
})
export type IntegrationTest = z.infer<typeof integrationTestSchema>

/** What may have to be acknowledged before a check passes: items of a kind, or what a memory is in doubt by. */
export const requiredKindSchema = z.enum([
  'tried',
  'invariant',
  'gotcha',
  'decision',
  'convention',
  'stale',
  'contradicted',
])
export type RequiredKind = z.infer<typeof requiredKindSchema>

export const repositorySchema = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  visibility: repositoryVisibilitySchema,
  /** The project of the same address; null where the team has none, so that nothing is said there. */
  project: z.object({ id: z.string(), name: z.string(), is_restricted: z.boolean() }).nullable(),
  /** What has to be acknowledged before its check passes; nothing: the check is advice. */
  required: z.array(requiredKindSchema),
  /** Open and merged pull requests are still to be listed, as somebody asked for. */
  is_backfill_waiting: z.boolean(),
  backfilled_at: z.string().nullable(),
})
export type IntegrationRepository = z.infer<typeof repositorySchema>
/** Of each repository; those that are open are looked at as well. */
export const backfillSchema = z.strictObject({
  merged: z.int().min(0).max(500).default(50),
})
export type Backfill = z.output<typeof backfillSchema>

export const setRequiredSchema = z.strictObject({
  /** The host's id of the repository. */
  repository: z.string().regex(/^\d{1,20}$/, 'must be the id of a repository'),
  required: z.array(requiredKindSchema).max(10),
})
export type SetRequired = z.output<typeof setRequiredSchema>
export const repositoryListSchema = z.object({ items: z.array(repositorySchema) })

/** What became of it: it waits for its turn, was done with, failed, or was none of those that matter here. */
export const deliveryStateSchema = z.enum(['waiting', 'done', 'failed', 'ignored'])
export type DeliveryState = z.infer<typeof deliveryStateSchema>

export const deliverySchema = z.object({
  id: z.string(),
  /** The host's own id. */
  delivery: z.string(),
  event: z.string(),
  action: z.string().nullable(),
  repository: z.string().nullable(),
  number: z.int().nullable(),
  state: deliveryStateSchema,
  error: z.string().nullable(),
  received_at: z.string(),
})
export type HookDelivery = z.infer<typeof deliverySchema>
export const deliveryPageSchema = pageOf(deliverySchema)
export const deliveryQuerySchema = z.strictObject({ ...pageQuerySchema.shape })
export type DeliveryQuery = z.infer<typeof deliveryQuerySchema>

/** What became of a pull request; `reverted`: it was merged and taken back by another. */
export const pullRequestOutcomeSchema = z.enum(['open', 'merged', 'rejected', 'reverted'])
export type PullRequestOutcome = z.infer<typeof pullRequestOutcomeSchema>

/** A comment that stands on a pull request, or stood there and says that nothing is left. */
export const postedCommentSchema = z.object({
  /** Of the pull request here. */
  id: z.string(),
  repository: z.string(),
  number: z.int(),
  url: z.string(),
  items: z.int(),
  posted_at: z.string(),
  /** Null until there is something to conclude from it. */
  outcome: pullRequestOutcomeSchema.nullable(),
  /** Number of the one that it takes back. */
  reverts: z.int().nullable(),
})
export type PostedComment = z.infer<typeof postedCommentSchema>
export const postedCommentListSchema = z.object({ items: z.array(postedCommentSchema) })

/** Where it was said that an item is not relevant: in a comment, or by a thumb turned down. */
export const dismissalViaSchema = z.enum(['comment', 'reaction'])
export type DismissalVia = z.infer<typeof dismissalViaSchema>

/** A rule that keeps a memory from being shown on pull requests of a repository. */
export const dismissalSchema = z.object({
  id: z.string(),
  repository: z.string(),
  memory_id: z.string(),
  /** Null where you may not read it. */
  statement: z.string().nullable(),
  /** Files or folder that it is about; empty: all of the repository. */
  path: z.string(),
  made_by: z.string(),
  made_at: z.string(),
  via: dismissalViaSchema,
  /** On how many pull requests it keeps something back. */
  uses: z.int(),
})
export type Dismissal = z.infer<typeof dismissalSchema>
export const dismissalListSchema = z.object({ items: z.array(dismissalSchema) })

/** Bytes of what a host sends at once; GitHub sends up to 25 MB, and what is read here is smaller. */
export const HOOK_BYTES = 26_000_000
