const REVERTS = /^This reverts commit ([0-9a-f]{7,64})\b/gim

/** Commits that a message takes back, as git writes it into the message of a revert. */
export const revertedBy = (message: string): string[] =>
  [...message.matchAll(REVERTS)].flatMap(([, sha]) => sha ?? [])
