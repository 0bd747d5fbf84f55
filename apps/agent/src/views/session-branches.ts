import type { Message, SessionDetail } from '@teamlore/shared'

/** A session with its messages in order, and the sessions that began in it. */
export type SessionTree = {
  session: SessionDetail
  messages: Message[]
  children: (SessionTree | NamedOnly)[]
}

/** A session that is only named: it goes on from this one rather than being a part of it, or it is one too deep. */
type NamedOnly = { named: SessionDetail['children'][number] }

type Branch = { message: Message; depth: number; isTurn: boolean }

/**
 * The messages of a session as its branches: each stands below the one it follows. Where several follow one, the way that was
 * gone on with keeps the column, and the others stand before it, one further in. `isTurn`: a branch begins here.
 */
export const branchesOf = (messages: readonly Message[]): Branch[] => {
  const following = followersIn(messages)
  const branches: Branch[] = []
  const shown = new Set<string>()
  // Several beginnings are no branches: what they follow is not here. Nor is anything lost that follows itself in a circle.
  for (const message of [...(following.get(null) ?? []), ...messages]) {
    const open: Branch[] = [{ message, depth: 0, isTurn: false }]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (shown.has(at.message.id)) continue
      shown.add(at.message.id)
      branches.push(at)
      const next = following.get(at.message.id) ?? []
      const main = mainOf(next)
      const { depth } = at
      if (main !== undefined) open.push({ message: main, depth, isTurn: false })
      for (const one of next.filter((other) => other !== main).reverse())
        open.push({ message: one, depth: depth + 1, isTurn: true })
    }
  }
  return branches
}

/** By the message they follow; null for those that follow none of these. */
const followersIn = (messages: readonly Message[]): Map<string | null, Message[]> => {
  const known = new Set(messages.map(({ id }) => id))
  const following = new Map<string | null, Message[]>()
  for (const message of messages) {
    const { parent_id } = message
    const above = parent_id !== null && known.has(parent_id) ? parent_id : null
    const beside = following.get(above)
    if (beside === undefined) following.set(above, [message])
    else beside.push(message)
  }
  return following
}

/** Of those that follow one message, the one that was gone on with: the last that was not left behind. */
const mainOf = (messages: readonly Message[]): Message | undefined =>
  messages.findLast(({ is_abandoned }) => !is_abandoned) ?? messages.at(-1)
