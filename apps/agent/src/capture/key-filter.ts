/**
 * Which messages are in which session, remembered by 30 bits of each key: enough to say for sure that a new message is
 * nobody else's, at a twentieth of the memory of the keys themselves.
 */
export const createKeyFilter = () => {
  const sessions = new Map<string, Set<number>>()
  const nameOf = (tool: string, nativeId: string) => `${tool}\n${nativeId}`

  return {
    has: (tool: string, nativeId: string): boolean => sessions.has(nameOf(tool, nativeId)),
    add: (tool: string, nativeId: string, messages: Iterable<{ key: string }>): void => {
      const name = nameOf(tool, nativeId)
      const prints = sessions.get(name) ?? new Set()
      for (const { key } of messages) prints.add(printOf(key))
      sessions.set(name, prints)
    },
    mayHold: (tool: string, nativeIds: Iterable<string>, keys: Iterable<string>): boolean => {
      const held = [...nativeIds].map((nativeId) => sessions.get(nameOf(tool, nativeId)))
      for (const key of keys) {
        const print = printOf(key)
        if (held.some((prints) => prints?.has(print))) return true
      }
      return false
    },
    clear: (): void => sessions.clear(),
  }
}

/** FNV-1a, cut to what the engine keeps without a box. */
const printOf = (key: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return (hash >>> 0) & 0x3fffffff
}
