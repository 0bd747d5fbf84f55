import { isNeverCaptured, PLAIN_REDACTOR, type ProjectIgnore } from '@teamlore/redaction'
import type { ChangedFile } from '@teamlore/shared/change-report'
import { CHANGE_LIMITS } from '@teamlore/shared/change-report'
import { type ChangedRun, changedWords } from '@teamlore/shared/changed-words'
import { readProjectIgnore } from '../privacy/project-ignore.ts'
import { type FileDiff, readDiffs } from './read-diffs.ts'

/** Of a file, so many lines of each side are read for their words. */
const MAX_LINES = 2_000

const withoutSecrets = (lines: readonly string[]): string[] =>
  PLAIN_REDACTOR.redact(lines.slice(0, MAX_LINES).join('\n')).text.split('\n')

/** Each place that changed, with its lines. */
const runsOf = ({ places, removed, added }: FileDiff): ChangedRun[] => {
  let before = 0
  let after = 0
  return places.map((place) => {
    const run = {
      removed: withoutSecrets(removed.slice(before, before + place.removed)),
      added: withoutSecrets(added.slice(after, after + place.added)),
    }
    before += place.removed
    after += place.added
    return run
  })
}

/** Of what a project keeps back, no word leaves the machine. */
const wordsOf = (
  file: FileDiff,
  ignore: Pick<ProjectIgnore, 'matches'>,
): Pick<ChangedFile, 'words'> =>
  file.isBinary ||
  [file.path, ...(file.oldPath === null ? [] : [file.oldPath])].some(
    (path) => ignore.matches(path) || isNeverCaptured(path),
  )
    ? {}
    : { words: changedWords(runsOf(file)) }

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
  const ignore = await readProjectIgnore(root)
  const files: ChangedFile[] = []
  for await (const diff of readDiffs(root, [to], { parents: new Map([[to, from]]) }))
    for (const file of diff.files) {
      const isMoved = file.status === 'renamed' && file.oldPath !== null
      files.push({
        path: file.path,
        ...(isMoved && file.oldPath !== null && { old_path: file.oldPath }),
        status: STATUS[file.status],
        hunks: hunksOf(file),
        ...wordsOf(file, ignore),
      })
    }
  return files
}
