import type { SessionState } from '@teamlore/sources/delta/session-state'

/** Messages of all states kept; some hundred bytes each. */
const MAX_MESSAGES = 20_000

/** The states used last, so that a session that grows line by line is not parsed again at each. */
export const createStateCache = () => {
  const states = new Map<string, SessionState>()

  const shrink = (): void => {
    let messages = 0
    for (const state of states.values()) messages += state.messages.size + 1
    for (const [name, state] of states) {
      if (messages <= MAX_MESSAGES || states.size === 1) return
      messages -= state.messages.size + 1
      states.delete(name)
    }
  }

  return {
    get: (name: string): SessionState | undefined => {
      const state = states.get(name)
      if (state === undefined) return undefined
      // The one used last goes to the end.
      states.delete(name)
      states.set(name, state)
      return state
    },
    put: (name: string, state: SessionState): SessionState => {
      states.set(name, state)
      shrink()
      return state
    },
    clear: (): void => states.clear(),
  }
}
