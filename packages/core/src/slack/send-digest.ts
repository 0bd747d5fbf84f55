import { HostError } from '@teamlore/shared/code-hosts'
import { isQuiet, readDigest } from '../digest/read-digest.ts'
import { weekOf } from '../digest/weeks.ts'
import { type Audience, audienceOf } from './audience.ts'
import { sayToAll } from './say.ts'
import {
  DONE,
  ignored,
  type SlackOutcome,
  type SlackWork,
  type SlackWorkDeps,
} from './work.types.ts'

const whyNot = (audience: Audience): string =>
  audience === 'public'
    ? 'The digest was not sent: everybody in the workspace may read its channel. Choose a private channel of members of the team.'
    : 'The digest was not sent: not everybody in its channel is known to be a member of the team, or the app is not in it.'

/** The week of a team → one message in the channel that an admin chose, if everybody in there is of the team. */
export const sendDigest = async (deps: SlackWorkDeps, work: SlackWork): Promise<SlackOutcome> => {
  const { unitOfWork, wording } = deps
  const { stored, place, held } = work
  const channel = stored.digestChannel
  if (channel === null) return ignored('No channel gets the digest any more.')
  const audience = await audienceOf(deps, stored, { place, channel })
  if (audience !== 'team') throw new HostError('forbidden', whyNot(audience))
  const digest = await readDigest(unitOfWork, stored.teamId, weekOf(held.receivedAt))
  if (isQuiet(digest)) return ignored('There was nothing to say of this week.')
  await sayToAll(
    deps,
    work,
    { channel, thread: null },
    wording.digestOf(digest, { pages: stored.pagesUrl }),
  )
  return DONE
}
