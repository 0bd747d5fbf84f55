import type { TeamScope } from '@teamlore/core'
import { type LiveEvent, liveEventSchema } from '@teamlore/shared'
import { z } from 'zod'

/** What repositories notify in the transaction that changed something. */
const noticeSchema = z.object({
  team_id: z.string(),
  private_to: z.string().nullable(),
  /** Who may hear of what is in a restricted project. */
  only: z.array(z.string()).nullish(),
  type: z.string(),
  session_id: z.string(),
})

/** Sent with every change of what a user may; who listens as them is notified, and nothing else. */
const accessSchema = z.object({
  team_id: z.string(),
  type: z.literal('access.changed'),
  user_id: z.string(),
})

type Listener = (event: LiveEvent) => void
type Subscription = { scope: TeamScope; listener: Listener; accessChanged: () => void }

export type LiveHub = {
  /** Takes one payload of the live channel, as the database delivered it. */
  publish(payload: string): void
  /** Calls `listener` with what `scope` may hear of; returns the way out. */
  subscribe(scope: TeamScope, listener: Listener, accessChanged?: () => void): () => void
}

/** One ear on the database, however many browsers listen; each hears of its own team, and of private sessions only its own. */
export const createLiveHub = ({ onBadPayload }: { onBadPayload: () => void }): LiveHub => {
  const subscriptions = new Set<Subscription>()
  return {
    publish: (payload) => {
      const changed = accessSchema.safeParse(jsonOf(payload)).data
      if (changed !== undefined) return notifyChanged(subscriptions, changed)
      const notice = parse(payload)
      if (notice === undefined) return onBadPayload()
      for (const { scope, listener } of subscriptions)
        if (mayHear(scope, notice)) listener(notice.event)
    },
    subscribe: (scope, listener, accessChanged = () => undefined) => {
      const subscription = { scope, listener, accessChanged }
      subscriptions.add(subscription)
      return () => void subscriptions.delete(subscription)
    },
  }
}

const notifyChanged = (
  subscriptions: Iterable<Subscription>,
  { team_id, user_id }: z.infer<typeof accessSchema>,
): void => {
  for (const { scope, accessChanged } of [...subscriptions])
    if (scope.teamId === team_id && (scope.userId === user_id || scope.given?.by === user_id))
      accessChanged()
}

type Notice = { teamId: string; privateTo: string | null; only: string[] | null; event: LiveEvent }

/** By a credential that somebody else made, nothing private, and of restricted projects what both may see. */
const mayHear = ({ given, ...scope }: TeamScope, { teamId, privateTo, only }: Notice): boolean => {
  const isOwn = privateTo === scope.userId && given?.hidesPrivate !== true
  const isOpen = (userId: string) => only === null || isOwn || only.includes(userId)
  return (
    scope.teamId === teamId &&
    (privateTo === null || isOwn) &&
    isOpen(scope.userId) &&
    (given === null || isOpen(given.by))
  )
}

const parse = (payload: string): Notice | undefined => {
  const notice = noticeSchema.safeParse(jsonOf(payload))
  if (!notice.success) return undefined
  const { team_id, private_to, only = null, type, session_id } = notice.data
  const event = liveEventSchema.safeParse({ type, session_id })
  if (!event.success) return undefined
  return { teamId: team_id, privateTo: private_to, only, event: event.data }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
