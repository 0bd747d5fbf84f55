/** In the order of the first of each; what belongs to no session stands for itself. */
export const bySession = <T>(items: readonly T[], sessionOf: (item: T) => string | null): T[][] => {
  const groups: T[][] = []
  const known = new Map<string, T[]>()
  for (const item of items) {
    const session = sessionOf(item)
    const group = session === null ? undefined : known.get(session)
    if (group !== undefined) {
      group.push(item)
      continue
    }
    const begun = [item]
    groups.push(begun)
    if (session !== null) known.set(session, begun)
  }
  return groups
}
