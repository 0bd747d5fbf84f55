import type { LoreClient, Message } from '@teamlore/shared'
import type { SessionTree } from '../../views/session-branches.ts'
import { readTranscript } from './read-transcript.ts'

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
