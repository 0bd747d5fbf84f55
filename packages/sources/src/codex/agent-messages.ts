type Shown = { text: string; ts: string | null }

/**
 * What the client showed of an answer stands beside the item that holds it, in either order. When a person interrupts,
 * the item is never written, and what was shown is all there is.
 */
export const createAgentMessages = () => {
  let shown: Shown[] = []
  let written: string[] = []
  return {
    shown: (text: string, ts: string | null): void => {
      const at = written.indexOf(text)
      if (at === -1) shown.push({ text, ts })
      else written.splice(at, 1)
    },
    written: (text: string): void => {
      const at = shown.findIndex((one) => one.text === text)
      if (at === -1) written.push(text)
      else shown.splice(at, 1)
    },
    /** What was shown and never written, at the end of a turn. */
    takeLost: (): Shown[] => {
      const lost = shown
      shown = []
      written = []
      return lost
    },
  }
}

export type AgentMessages = ReturnType<typeof createAgentMessages>
