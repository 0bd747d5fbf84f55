import { type FileEdit, pathFrom } from '../turns/file-edit.ts'
import { shellFileChanges } from './shell-file-changes.ts'

/** Files inside the session's folder that a shell command plainly deletes or moves. */
export const shellEdits = (command: unknown, cwd: string | null): FileEdit[] => {
  if (typeof command !== 'string' || cwd === null) return []
  return shellFileChanges(command).flatMap(({ path, operation }) => {
    const full = pathFrom(cwd, path)
    // Temporary files and the rest of the machine are none of the project's history.
    const isInside = full?.startsWith(cwd) === true && /^[\\/]./.test(full.slice(cwd.length))
    return isInside ? [{ path: full, operation, addedText: [], removedText: [] }] : []
  })
}
