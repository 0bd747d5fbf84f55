import type { temporaryFolder } from './temporary-folder.ts'

type Folder = ReturnType<typeof temporaryFolder>

/** How a session of a tool comes to hold a record of a kind that nobody knows. */
export type StrangeStore = {
  /** What is strange, or where it stands. */
  name: string
  /**
   * Writes a session in which something is said, then a record of the kind `hologram` with these fields and, when it goes on,
   * something more; returns where to look for it.
   */
  write: (folder: Folder, fields: Record<string, unknown>, goesOn: boolean) => string
}
