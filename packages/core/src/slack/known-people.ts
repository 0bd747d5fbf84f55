import { HostError } from '@teamlore/shared/code-hosts'
import type { SlackHost, SlackPerson, SlackPlace } from '@teamlore/shared/slack-host'

/** Who left the workspace, or became a guest there, counts as before for so long at most. */
const KNOWN_MS = 5 * 60_000
const MOST_KNOWN = 5_000

type Known = { asked: Promise<SlackPerson>; at: number }

/**
 * Asks Slack who somebody is once in some minutes: Slack limits it, and an answer asks it of everybody in a channel. Who is in a
 * channel is never kept, so that who joins is seen at once, nor who is a member of the team, which is looked up here each time.
 */
export const knowPeople = (
  { person }: Pick<SlackHost, 'person'>,
  now: () => Date,
): SlackHost['person'] => {
  const known = new Map<string, Known>()
  const limits = new Map<string, HostError>()

  const forget = (at: number): void => {
    // They are in the order in which they were asked for.
    for (const [key, { at: since }] of known)
      if (at - since >= KNOWN_MS || known.size >= MOST_KNOWN) known.delete(key)
      else break
  }

  const ask = async (door: string, place: SlackPlace, id: string): Promise<SlackPerson> => {
    const limit = limits.get(door)
    if (limit?.retryAt && limit.retryAt > now()) throw limit
    limits.delete(door)
    try {
      return await person(place, id)
    } catch (error) {
      if (error instanceof HostError && error.failure === 'limited') limits.set(door, error)
      throw error
    }
  }

  return (place, id) => {
    const at = now().getTime()
    forget(at)
    // What one app may see of people is nothing that another app is shown.
    const door = JSON.stringify([place.apiUrl, place.workspaceId, place.token])
    const key = `${door} ${id}`
    const found = known.get(key)
    if (found !== undefined) return found.asked
    const asked = ask(door, place, id)
    known.set(key, { asked, at })
    asked.catch(() => {
      if (known.get(key)?.asked === asked) known.delete(key)
    })
    return asked
  }
}
