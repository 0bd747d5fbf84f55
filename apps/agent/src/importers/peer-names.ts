/** Memories whose databases `lore import --from` reads. */
export const PEER_NAMES = ['claude-mem', 'lore', 'loreai'] as const
