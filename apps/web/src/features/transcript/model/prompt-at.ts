/**
 * Which prompt a message belongs to, as its place in the list of prompts: the last one at or above it; -1 before the
 * first. Prompts are in the order of their ordinals.
 */
export const promptAt = (
  prompts: readonly { ordinal: number }[],
  ordinal: number | undefined,
): number => (ordinal === undefined ? -1 : prompts.findLastIndex((each) => each.ordinal <= ordinal))
