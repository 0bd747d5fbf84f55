import type { LoreClient, Message, SessionDetail } from '@teamlore/shared'
import { readTranscript } from './read-transcript.ts'

/** A session with its messages in order, and the sessions that began in it. */
export type SessionTree = {
  session: SessionDetail
  messages: Message[]
  children: (SessionTree | Untold)[]
}

/** A session that is only named: it goes on from this one rather than being a part of it, or it is one too deep. */
type Untold = { named: SessionDetail['children'][number] }

/** Sub-agents start sub-agents; what lies deeper is named, to be asked for by itself. */
const MAX_DEPTH = 5
/** One line of a tree shows no more of a message. */
const PREVIEW_CHARS = 300

/** Reads a session and the sub-agents below it, whole sessions at a time but never their long texts. */
export const readSessionTree = async (client: LoreClient, id: string): Promise<SessionTree> => {
  const seen = new Set<string>()
  const read = async (sessionId: string, depth: number): Promise<SessionTree> => {
    const session = await client.sessions.get(sessionId)
    seen.add(session.id)
    const messages: Message[] = []
    const pages = readTranscript(client, session.id, { isFull: false, previewChars: PREVIEW_CHARS })
    for await (const page of pages) messages.push(...page)
    const children: SessionTree['children'] = []
    for (const child of session.children) {
      const isPart = child.kind === 'subagent' && depth < MAX_DEPTH && !seen.has(child.id)
      children.push(isPart ? await read(child.id, depth + 1) : { named: child })
    }
    return { session, messages, children }
  }
  return read(id, 0)
}

type Branch = { message: Message; depth: number; isTurn: boolean }

/**
 * The messages of a session as its branches: each stands below the one it follows. Where several follow one, the way that was
 * gone on with keeps the column, and the others stand before it, one further in. `isTurn`: a branch begins here.
 */
export const branchesOf = (messages: readonly Message[]): Branch[] => {
  const following = followersIn(messages)
  const branches: Branch[] = []
  const told = new Set<string>()
  // Several beginnings are no branches: what they follow is not here. Nor is anything lost that follows itself in a circle.
  for (const message of [...(following.get(null) ?? []), ...messages]) {
    const open: Branch[] = [{ message, depth: 0, isTurn: false }]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (told.has(at.message.id)) continue
      told.add(at.message.id)
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
