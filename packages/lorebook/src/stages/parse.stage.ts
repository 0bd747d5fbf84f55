import { readNote } from '../notes/read-note.ts'
import type { Stage } from './draft.types.ts'

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1)

/** Files to notes. What cannot be read is reported and left out; the rest goes on. */
export const parseStage: Stage = {
  name: 'parse',
  run: (draft) => {
    const reads = [...draft.files].sort(byPath).map((file) => ({
      path: file.path,
      hash: file.hash,
      read: 'read' in file ? file.read : readNote(draft.project, file),
    }))
    return {
      ...draft,
      reads,
      problems: [...draft.problems, ...reads.flatMap(({ read }) => read.problems)],
    }
  },
}
