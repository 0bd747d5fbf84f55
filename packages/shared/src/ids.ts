import { z } from 'zod'
import { encodeBase32, newUuidText } from './uuid-text.ts'

/** Every id is `<prefix>_<26 characters>`: a UUIDv7 in lower-case Crockford base32, so ids sort by the time they were made. */
export const ID_PREFIXES = {
  team: 'team',
  user: 'usr',
  apiKey: 'key',
  invitation: 'inv',
  browser: 'brw',
  grant: 'grt',
  managedClient: 'mcl',
  passkey: 'pky',
  provider: 'idp',
  group: 'grp',
  machine: 'mac',
  project: 'prj',
  session: 'ses',
  message: 'msg',
  edit: 'edt',
  observation: 'obs',
  summary: 'sum',
  memory: 'mem',
  memoryFile: 'mfl',
  book: 'book',
  entity: 'ent',
  commit: 'cmt',
  sessionLink: 'lnk',
  sessionNote: 'note',
  document: 'doc',
  event: 'evt',
  deletion: 'del',
  integration: 'int',
  delivery: 'dlv',
  dismissal: 'dsm',
  slack: 'slk',
  pullRequest: 'prq',
  webhook: 'whk',
  webhookDelivery: 'wdl',
  incomingHook: 'ihk',
  incomingEvent: 'ihe',
} as const

export type IdKind = keyof typeof ID_PREFIXES

const idSchema = <K extends IdKind>(kind: K) =>
  z
    .string()
    .regex(
      new RegExp(`^${ID_PREFIXES[kind]}_[0-9a-hjkmnp-tv-z]{26}$`),
      `must look like ${ID_PREFIXES[kind]}_ followed by 26 characters`,
    )
    .brand(kind)

export const teamIdSchema = idSchema('team')
export const userIdSchema = idSchema('user')
export const apiKeyIdSchema = idSchema('apiKey')
export const invitationIdSchema = idSchema('invitation')
export const browserIdSchema = idSchema('browser')
export const grantIdSchema = idSchema('grant')
export const managedClientIdSchema = idSchema('managedClient')
export const passkeyIdSchema = idSchema('passkey')
export const providerIdSchema = idSchema('provider')
export const groupIdSchema = idSchema('group')
export const machineIdSchema = idSchema('machine')
export const projectIdSchema = idSchema('project')
export const sessionIdSchema = idSchema('session')
export const messageIdSchema = idSchema('message')
export const editIdSchema = idSchema('edit')
export const observationIdSchema = idSchema('observation')
export const summaryIdSchema = idSchema('summary')
export const memoryIdSchema = idSchema('memory')
export const memoryFileIdSchema = idSchema('memoryFile')
export const bookIdSchema = idSchema('book')
export const entityIdSchema = idSchema('entity')
export const commitIdSchema = idSchema('commit')
export const sessionLinkIdSchema = idSchema('sessionLink')
export const sessionNoteIdSchema = idSchema('sessionNote')
export const documentIdSchema = idSchema('document')

export const deletionIdSchema = idSchema('deletion')
export const integrationIdSchema = idSchema('integration')
export const slackIdSchema = idSchema('slack')
export const deliveryIdSchema = idSchema('delivery')
export const dismissalIdSchema = idSchema('dismissal')
export const pullRequestIdSchema = idSchema('pullRequest')
export const webhookIdSchema = idSchema('webhook')
export const webhookDeliveryIdSchema = idSchema('webhookDelivery')
export const incomingHookIdSchema = idSchema('incomingHook')
export const incomingEventIdSchema = idSchema('incomingEvent')

export type TeamId = z.infer<typeof teamIdSchema>
export type UserId = z.infer<typeof userIdSchema>
export type ApiKeyId = z.infer<typeof apiKeyIdSchema>
export type InvitationId = z.infer<typeof invitationIdSchema>
export type BrowserId = z.infer<typeof browserIdSchema>
export type GrantId = z.infer<typeof grantIdSchema>
export type ManagedClientId = z.infer<typeof managedClientIdSchema>
export type PasskeyId = z.infer<typeof passkeyIdSchema>
export type ProviderId = z.infer<typeof providerIdSchema>
export type GroupId = z.infer<typeof groupIdSchema>
export type MachineId = z.infer<typeof machineIdSchema>
export type ProjectId = z.infer<typeof projectIdSchema>
export type SessionId = z.infer<typeof sessionIdSchema>
export type MessageId = z.infer<typeof messageIdSchema>
export type EditId = z.infer<typeof editIdSchema>
export type ObservationId = z.infer<typeof observationIdSchema>
export type SummaryId = z.infer<typeof summaryIdSchema>
export type MemoryId = z.infer<typeof memoryIdSchema>
export type MemoryFileId = z.infer<typeof memoryFileIdSchema>
export type BookId = z.infer<typeof bookIdSchema>
export type EntityId = z.infer<typeof entityIdSchema>
export type CommitId = z.infer<typeof commitIdSchema>
export type SessionLinkId = z.infer<typeof sessionLinkIdSchema>
export type SessionNoteId = z.infer<typeof sessionNoteIdSchema>
export type DocumentId = z.infer<typeof documentIdSchema>
export type DeletionId = z.infer<typeof deletionIdSchema>
export type IntegrationId = z.infer<typeof integrationIdSchema>
export type SlackId = z.infer<typeof slackIdSchema>
export type DeliveryId = z.infer<typeof deliveryIdSchema>
export type DismissalId = z.infer<typeof dismissalIdSchema>
export type PullRequestId = z.infer<typeof pullRequestIdSchema>
export type WebhookId = z.infer<typeof webhookIdSchema>
export type WebhookDeliveryId = z.infer<typeof webhookDeliveryIdSchema>
export type IncomingHookId = z.infer<typeof incomingHookIdSchema>
export type IncomingEventId = z.infer<typeof incomingEventIdSchema>

const make = <T>(kind: IdKind): T => `${ID_PREFIXES[kind]}_${newUuidText()}` as T

/** Makers of new ids. Pass them as collaborators, so tests can choose ids. */
export const newId = {
  team: () => make<TeamId>('team'),
  user: () => make<UserId>('user'),
  apiKey: () => make<ApiKeyId>('apiKey'),
  invitation: () => make<InvitationId>('invitation'),
  browser: () => make<BrowserId>('browser'),
  grant: () => make<GrantId>('grant'),
  managedClient: () => make<ManagedClientId>('managedClient'),
  passkey: () => make<PasskeyId>('passkey'),
  provider: () => make<ProviderId>('provider'),
  group: () => make<GroupId>('group'),
  machine: () => make<MachineId>('machine'),
  project: () => make<ProjectId>('project'),
  session: () => make<SessionId>('session'),
  message: () => make<MessageId>('message'),
  edit: () => make<EditId>('edit'),
  observation: () => make<ObservationId>('observation'),
  summary: () => make<SummaryId>('summary'),
  memory: () => make<MemoryId>('memory'),
  memoryFile: () => make<MemoryFileId>('memoryFile'),
  book: () => make<BookId>('book'),
  entity: () => make<EntityId>('entity'),
  commit: () => make<CommitId>('commit'),
  sessionLink: () => make<SessionLinkId>('sessionLink'),
  sessionNote: () => make<SessionNoteId>('sessionNote'),
  document: () => make<DocumentId>('document'),
  event: () => make<string>('event'),
  deletion: () => make<DeletionId>('deletion'),
  integration: () => make<IntegrationId>('integration'),
  slack: () => make<SlackId>('slack'),
  delivery: () => make<DeliveryId>('delivery'),
  dismissal: () => make<DismissalId>('dismissal'),
  pullRequest: () => make<PullRequestId>('pullRequest'),
  webhook: () => make<WebhookId>('webhook'),
  webhookDelivery: () => make<WebhookDeliveryId>('webhookDelivery'),
  incomingHook: () => make<IncomingHookId>('incomingHook'),
  incomingEvent: () => make<IncomingEventId>('incomingEvent'),
} as const

/** The smallest id of a kind that could be made at this time (milliseconds since 1970): ids sort by time. */
export const idBefore = (kind: IdKind, ms: number): string => {
  const bytes = new Uint8Array(16)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(Math.max(0, Math.floor(ms))) << 16n)
  return `${ID_PREFIXES[kind]}_${encodeBase32(bytes)}`
}

/** `ses_01ab…` → `session`; undefined when the text is no id of ours. */
export const kindOfId = (id: string): IdKind | undefined => {
  const prefix = id.split('_', 1)[0]
  return (Object.keys(ID_PREFIXES) as IdKind[]).find((kind) => ID_PREFIXES[kind] === prefix)
}
