import type { ChangedFile } from '@teamlore/shared/change-report'
import { CHANGE_LIMITS } from '@teamlore/shared/change-report'
import { type FileDiff, readDiffs } from './read-diffs.ts'

const hunksOf = ({ isBinary, places }: FileDiff): ChangedFile['hunks'] =>
  isBinary || places.length > CHANGE_LIMITS.maxHunks
    ? null
    : places.map(({ at, removed, from, added, within }) => ({
        // Where nothing is taken away the line before is meant, as git has it.
        old_from: removed > 0 ? at + 1 : at,
        old_lines: removed,
        new_from: from,
        new_lines: added,
        ...(within !== '' && { within }),
      }))

/** A copy has no earlier lines here; a link that became a file changed as a whole. */
const STATUS = {
  added: 'added',
  copied: 'added',
  deleted: 'deleted',
  modified: 'modified',
  renamed: 'renamed',
  type_changed: 'modified',
} as const satisfies Record<FileDiff['status'], ChangedFile['status']>

/** Files that differ between two commits, with the lines of each; the change is the newer one's. */
export const readChange = async (
  root: string,
  { from, to }: { from: string; to: string },
): Promise<ChangedFile[]> => {
  const files: ChangedFile[] = []
  for await (const diff of readDiffs(root, [to], { parents: new Map([[to, from]]) }))
    for (const file of diff.files) {
      const isMoved = file.status === 'renamed' && file.oldPath !== null
      files.push({
        path: file.path,
        ...(isMoved && file.oldPath !== null && { old_path: file.oldPath }),
        status: STATUS[file.status],
        hunks: hunksOf(file),
      })
    }
  return files
}
