import { fieldsOf, textOrNull } from '../shared/values.ts'
import type { EventData } from './event.ts'

type Context = { cwd?: unknown; branch?: unknown; headCommit?: unknown }

/** Where the session stands: told at its start, and again when it is resumed. */
export const createSessionFacts = () => {
  const facts = {
    sessionId: null as string | null,
    cwd: null as string | null,
    branch: null as string | null,
    head: null as string | null,
    version: null as string | null,
    model: null as string | null,
  }
  const noteStart = (data: EventData): void => {
    const { cwd, branch, headCommit } = fieldsOf<Context>(data.context)
    facts.sessionId ??= textOrNull(data.sessionId, 300)
    facts.cwd = textOrNull(cwd, 4_096) ?? facts.cwd
    facts.branch = textOrNull(branch, 500) ?? facts.branch
    facts.head ??= textOrNull(headCommit, 64)
    facts.version = textOrNull(data.copilotVersion, 100) ?? facts.version
    facts.model = textOrNull(data.selectedModel, 200) ?? facts.model
  }
  return {
    facts,
    note: (type: string, data: EventData): void => {
      if (type === 'session.start' || type === 'session.resume') noteStart(data)
      if (type === 'session.model_change')
        facts.model = textOrNull(data.newModel, 200) ?? facts.model
    },
  }
}
