export const countUp = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1
}
