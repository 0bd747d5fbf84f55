import type { LoreClient } from '@teamlore/shared'
import { memberOf } from './member-of.ts'

/** Id of a member: `me`, or an id, address or name. */
export const memberNamed = async (client: LoreClient, typed: string): Promise<string> => {
  if (typed.toLowerCase() === 'me') return (await client.me()).user.id
  if (typed.startsWith('usr_')) return typed
  return (await memberOf(client, typed)).id
}
