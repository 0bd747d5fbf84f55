import type { SystemRepositories } from '@teamlore/db'
import { newId, type TeamId } from '@teamlore/shared'
import type { DeliveryId } from '@teamlore/shared/ids'
import { LATE_MS, weekOf } from '../digest/weeks.ts'

/** Writes down each digest that is due, once for each week whoever looks: all else follows as for any ask. @returns those that are new. */
export const noteDueDigests = async (
  { allSlackApps, slackSweep }: Pick<SystemRepositories, 'allSlackApps' | 'slackSweep'>,
  now: Date,
): Promise<{ teamId: TeamId; askId: DeliveryId }[]> => {
  const { start, name } = weekOf(now)
  if (now.getTime() - start.getTime() > LATE_MS) return []
  const added: { teamId: TeamId; askId: DeliveryId }[] = []
  for (const { teamId, id: slackId } of await allSlackApps.withDigest(start)) {
    const askId = newId.delivery()
    const digest = { id: askId, teamId, slackId, delivery: `digest.${name}` }
    if (await slackSweep.addDigest(digest, now)) added.push({ teamId, askId })
  }
  return added
}
