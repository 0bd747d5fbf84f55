import type { Redactor } from '@teamlore/redaction'
import type { Surroundings } from '@teamlore/sources/surroundings'
import type { MemoryFileChoice } from '../env.ts'
import { sightFolder } from '../memory-files/look-at-folder.ts'
import { createNestedPaths } from '../memory-files/nested-paths.ts'
import { readMemoryFile } from '../memory-files/read-memory-file.ts'
import { excerptsOf } from './excerpts.ts'
import type { Found, Tally } from './tally.ts'

type Deps = {
  redactor: Redactor
  surroundings: Pick<Surroundings, 'home' | 'variables'>
  choice: MemoryFileChoice
  tally: Tally
  signal?: AbortSignal | undefined
}

/** What would be taken out of the memory files of these folders, and how many stay here; an empty name is for all projects. */
export const scanMemoryFiles = async (roots: Iterable<string>, deps: Deps): Promise<void> => {
  const { surroundings, choice, tally, signal } = deps
  const nestedIn = createNestedPaths({ clock: () => performance.now() })
  for (const root of choice === 'none' ? [] : roots) {
    if (signal?.aborted) return
    await scanFolder(root, { ...deps, nestedIn }).catch((error: Error) =>
      tally.fail(root || surroundings.home, `cannot be looked at (${error.message})`),
    )
  }
}

type Looking = Deps & { nestedIn: ReturnType<typeof createNestedPaths> }

const scanFolder = async (root: string, deps: Looking): Promise<void> => {
  const { redactor, tally } = deps
  const sighted = await sightFolder({ root }, deps)
  if (sighted === undefined) return
  tally.memoryFilesLeftOut(sighted.leftOut)
  for (const { real, tool } of sighted.found) {
    let found: Found = { kinds: {}, excerpts: [] }
    const redact: Redactor['redact'] = (text) => {
      const redaction = redactor.redact(text)
      found = { kinds: redaction.kinds, excerpts: excerptsOf(redaction.text) }
      return redaction
    }
    const read = await readMemoryFile(real, { ...redactor, redact })
    if (read === null) tally.memoryFilesLeftOut(1)
    else tally.memoryFile(found, { path: real, tool })
  }
}
