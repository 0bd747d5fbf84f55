import { fieldsOf, textOrNull } from '../shared/values.ts'
import type { EventData, SessionEvent } from './event.ts'

type Context = { cwd?: unknown; branch?: unknown; headCommit?: unknown }

/** The session's folder and branch: recorded at its start, when it is resumed, and when it goes to another folder or branch. */
export const createSessionFacts = () => {
  const facts = {
    sessionId: null as string | null,
    cwd: null as string | null,
    branch: null as string | null,
    head: null as string | null,
    version: null as string | null,
    model: null as string | null,
  }
  const noteContext = (context: unknown): void => {
    const { cwd, branch, headCommit } = fieldsOf<Context>(context)
    facts.cwd = textOrNull(cwd, 4_096) ?? facts.cwd
    facts.branch = textOrNull(branch, 500) ?? facts.branch
    facts.head ??= textOrNull(headCommit, 64)
  }
  const noteStart = (data: EventData): void => {
    noteContext(data.context)
    facts.sessionId ??= textOrNull(data.sessionId, 300)
    facts.version = textOrNull(data.copilotVersion, 100) ?? facts.version
    facts.model = textOrNull(data.selectedModel, 200) ?? facts.model
  }
  return {
    facts,
    note: ({ type, agentId }: SessionEvent, data: EventData): void => {
      // What a subagent has chosen is its own.
      if (textOrNull(agentId) !== null) return
      if (type === 'session.start' || type === 'session.resume') noteStart(data)
      if (type === 'session.context_changed') noteContext(data)
      if (type === 'session.model_change')
        facts.model = textOrNull(data.newModel, 200) ?? facts.model
    },
  }
}
