type FileCounts = { deletions: number; renames: number }

/** What befell a file besides edits, in words: it was deleted, or something was moved onto its name. */
export const fileFates = ({ deletions, renames }: FileCounts): string[] => [
  ...(renames > 0 ? ['moved here'] : []),
  ...(deletions > 0 ? ['deleted'] : []),
]
