import { type ChangedRun, type ChangedWords, changedWords } from '@teamlore/shared/changed-words'

/** Runs of changed lines, without the lines around them that a host shows along. */
function* runsOf(patch: string): Generator<ChangedRun> {
  let removed: string[] = []
  let added: string[] = []
  for (const line of patch.split('\n')) {
    if (line.startsWith('-')) removed.push(line.slice(1))
    else if (line.startsWith('+')) added.push(line.slice(1))
    else if (!line.startsWith('\\')) {
      if (removed.length + added.length > 0) yield { removed, added }
      removed = []
      added = []
    }
  }
  if (removed.length + added.length > 0) yield { removed, added }
}

/** Words of the lines that a patch changes. */
export const wordsOfPatch = (patch: string): ChangedWords => changedWords(runsOf(patch))
