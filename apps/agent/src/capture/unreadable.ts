type Entry = { path: string; reason: string }

/** What of each tool cannot be read now, and why. It stays until it can be, or is not there any more. */
export const createUnreadable = () => {
  const byTool = new Map<string, Map<string, Entry>>()
  const of = (tool: string): Map<string, Entry> => byTool.get(tool) ?? new Map()
  const isKnown = (path: string, reason: string): boolean =>
    [...byTool.values()].some((entries) =>
      [...entries.values()].some((entry) => entry.path === path && entry.reason === reason),
    )
  return {
    /** `name` is the place of a session, or what its tool's sessions were looked for in. @returns whether that is news. */
    add: (tool: string, name: string, entry: Entry): boolean => {
      const isNews = !isKnown(entry.path, entry.reason)
      byTool.set(tool, of(tool).set(name, entry))
      return isNews
    },
    remove: (tool: string, name: string): void => {
      of(tool).delete(name)
    },
    /** All there is of a tool; of anything else nothing can be said any more. */
    keepOnly: (tool: string, names: ReadonlySet<string>): void => {
      for (const name of of(tool).keys()) if (!names.has(name)) of(tool).delete(name)
    },
    first: (tool: string): Entry | undefined => of(tool).values().next().value,
  }
}
