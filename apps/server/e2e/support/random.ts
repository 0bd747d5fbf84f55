/** Random numbers that are the same in every run with the same seed (mulberry32). */
export const createRandom = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1))
  const pick = <T>(items: readonly T[]): T => {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new Error('Nothing to pick from.')
    return item
  }
  const shuffled = <T>(items: readonly T[]): T[] => {
    const rest = [...items]
    return items.map(() => rest.splice(between(0, rest.length - 1), 1)[0] as T)
  }
  return { next, between, pick, shuffled }
}

export type Random = ReturnType<typeof createRandom>
