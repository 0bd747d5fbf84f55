import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A folder of its own for one test. */
export const temporaryFolder = () => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'lore-test-')))
  return {
    path,
    /** Writes a file below the folder, making folders on the way, and returns where it is. */
    write: (name: string, content: string | Uint8Array): string => {
      const file = join(path, name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
      return file
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}
