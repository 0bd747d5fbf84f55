import type { StoredSlack } from '@teamlore/db'
import { HostError } from '@teamlore/shared/code-hosts'
import type { SlackDoor, SlackPlace } from '@teamlore/shared/slack-host'
import { z } from 'zod'
import { DomainError } from '../errors.ts'
import type { SecretBox } from '../identity/sign-in/secret-box.ts'
import { noSecretKey } from '../integrations/integrations.errors.ts'
import { slackNotConnected } from './slack.errors.ts'

const keysSchema = z.object({
  /** Of an app that sends to an address. */
  signingSecret: z.string().optional(),
  clientId: z.string().optional(),
  clientSecret: z.string().optional(),
  /** Of the app itself, by which sockets are opened. */
  appToken: z.string().optional(),
  /** Of the workspace that let the app in. */
  token: z.string().optional(),
})
export type SlackAppKeys = z.infer<typeof keysSchema>

/** A row's keys do not open in another row. */
export const contextOf = (id: string): string => `slack ${id}`

export const sealSlackKeys = (box: SecretBox, id: string, keys: SlackAppKeys): string =>
  box.seal(JSON.stringify(keys), contextOf(id))

type Sealed = Pick<StoredSlack, 'id' | 'sealed'>

/** @throws DomainError `integration.no_secret_key`, `slack.not_connected`, `sign_in_provider.secret_unreadable` */
export const openSlackKeys = (box: SecretBox | undefined, { id, sealed }: Sealed): SlackAppKeys => {
  if (sealed === null) throw slackNotConnected()
  if (box === undefined) throw noSecretKey()
  return keysSchema.parse(JSON.parse(box.open(sealed, contextOf(id))))
}

/** A connected app works on with the token that it has until the workspace gives another. Keys that open no more have none. */
export const tokenOf = (box: SecretBox, stored: Sealed | undefined): string | undefined => {
  if (stored === undefined || stored.sealed === null) return undefined
  try {
    return openSlackKeys(box, stored).token
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

type Asked = Sealed & Pick<StoredSlack, 'apiUrl' | 'workspaceId'>

/** The workspace as the app asks it. @throws as `openSlackKeys` */
export const placeOf = (box: SecretBox | undefined, stored: Asked): SlackPlace => {
  const { token } = openSlackKeys(box, stored)
  const { apiUrl, workspaceId } = stored
  if (token === undefined || workspaceId === null) throw slackNotConnected()
  return { apiUrl, token, workspaceId }
}

/** Where sockets are opened. @throws as `openSlackKeys` */
export const doorOf = (
  box: SecretBox | undefined,
  stored: Sealed & Pick<StoredSlack, 'apiUrl'>,
): SlackDoor => {
  const { appToken } = openSlackKeys(box, stored)
  if (appToken === undefined) throw slackNotConnected()
  return { apiUrl: stored.apiUrl, token: appToken }
}

/** The same for background work, to which keys that do not open are a matter for an admin. @throws HostError */
export const placeForWork = (box: SecretBox | undefined, stored: Asked): SlackPlace => {
  try {
    return placeOf(box, stored)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new HostError('unauthorized', error.message, { cause: error })
  }
}

/** What was asked, which lies in the database until it is answered. */
export const askContext = (id: string): string => `slack ask ${id}`
