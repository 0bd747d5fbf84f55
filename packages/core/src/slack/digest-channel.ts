import type { StoredSlack } from '@teamlore/db'
import { HostError } from '@teamlore/shared/code-hosts'
import { DomainError } from '../errors.ts'
import type { SlackDeps } from './connect.ts'
import { placeOf } from './keys.ts'
import { slackChannelPublic } from './slack.errors.ts'

/**
 * What cannot be known now is let pass, as an app may be invited later: each digest looks again before it is sent.
 *
 * @throws DomainError `slack.channel_public`
 */
export const refusePublicChannel = async (
  { slack, secretBox }: Pick<SlackDeps, 'slack' | 'secretBox'>,
  stored: StoredSlack,
  channel: string,
): Promise<void> => {
  if (stored.state !== 'connected') return
  const isPrivate = await slackSaysPrivate({ slack, secretBox }, stored, channel)
  if (isPrivate === false) throw slackChannelPublic()
}

/** @returns undefined where it cannot be known. */
const slackSaysPrivate = async (
  { slack, secretBox }: Pick<SlackDeps, 'slack' | 'secretBox'>,
  stored: StoredSlack,
  channel: string,
): Promise<boolean | undefined> => {
  try {
    return (await slack.channel(placeOf(secretBox, stored), channel)).isPrivate
  } catch (error) {
    if (error instanceof HostError || error instanceof DomainError) return undefined
    throw error
  }
}
