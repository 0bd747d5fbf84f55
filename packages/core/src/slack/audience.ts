import type { StoredSlack } from '@teamlore/db'
import { HostError } from '@teamlore/shared/code-hosts'
import type { SlackHost, SlackPlace } from '@teamlore/shared/slack-host'
import { areMembers, type MemberDeps } from './members.ts'

type Deps = MemberDeps & { slack: Pick<SlackHost, 'channel' | 'members'> }

/** Who reads what is said in a channel. */
export type Audience =
  /** People of other organisations, or it cannot be known who. */
  | 'outside'
  /** One person and the app. */
  | 'direct'
  /** Members of the team alone. */
  | 'team'
  /** Everybody in the workspace, whoever is in the channel: they read it without joining. */
  | 'public'
  /** Others, too, or so many that nobody can say. */
  | 'mixed'

/** More people than that are not looked up for one answer. */
const MOST = 100

/** @returns undefined where the channel is gone for the app, or the app may not look at it. */
const seen = async <T>(look: Promise<T>): Promise<{ found: T } | undefined> => {
  try {
    return { found: await look }
  } catch (error) {
    const { failure } = error instanceof HostError ? error : {}
    if (failure === 'gone' || failure === 'forbidden') return undefined
    throw error
  }
}

/** Looked at for each answer anew: people come and go, and a channel may be shared from one minute to the next. */
export const audienceOf = async (
  deps: Deps,
  team: Pick<StoredSlack, 'teamId'>,
  { place, channel: id }: { place: SlackPlace; channel: string },
): Promise<Audience> => {
  const channel = (await seen(deps.slack.channel(place, id)))?.found
  if (channel === undefined || channel.isShared) return 'outside'
  if (channel.kind === 'direct') return 'direct'
  if (!channel.isPrivate) return 'public'
  if (!channel.isMember) return 'mixed'
  const members = await seen(deps.slack.members(place, id, MOST))
  if (members === undefined) return 'outside'
  const ids = members.found
  if (ids === undefined) return 'mixed'
  return (await areMembers(deps, team, { place, ids })) ? 'team' : 'mixed'
}
