import type { StoredIntegration } from '@teamlore/db'
import { type HostApp, HostError, type MadeHostApp } from '@teamlore/shared/code-hosts'
import { z } from 'zod'
import { DomainError } from '../errors.ts'
import type { SecretBox } from '../identity/sign-in/secret-box.ts'
import { noSecretKey, notConnected } from './integrations.errors.ts'

const keysSchema = z.object({ privateKey: z.string(), hookSecret: z.string() })
type Keys = z.infer<typeof keysSchema>

/** A row's keys do not open in another row. */
export const contextOf = (id: string): string => `integration ${id}`

export const sealKeys = (
  secretBox: SecretBox,
  id: string,
  { privateKey, hookSecret }: Pick<MadeHostApp, 'privateKey' | 'hookSecret'>,
): string => secretBox.seal(JSON.stringify({ privateKey, hookSecret }), contextOf(id))

/** @throws DomainError `integration.no_secret_key`, `integration.not_connected`, `sign_in_provider.secret_unreadable` */
export const openKeys = (
  secretBox: SecretBox | undefined,
  { id, sealed }: Pick<StoredIntegration, 'id' | 'sealed'>,
): Keys => {
  if (sealed === null) throw notConnected()
  if (secretBox === undefined) throw noSecretKey()
  return keysSchema.parse(JSON.parse(secretBox.open(sealed, contextOf(id))))
}

/** The app as it says who it is. @throws as `openKeys` */
export const appOf = (secretBox: SecretBox | undefined, stored: StoredIntegration): HostApp => {
  const { privateKey } = openKeys(secretBox, stored)
  return { apiUrl: stored.apiUrl, appId: stored.appId ?? '', privateKey }
}

/** The same for background work, to which keys that do not open are a matter for an admin like a host that refuses them. @throws HostError */
export const appForWork = (
  secretBox: SecretBox | undefined,
  stored: StoredIntegration,
): HostApp => {
  try {
    return appOf(secretBox, stored)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new HostError('unauthorized', error.message, { cause: error })
  }
}
