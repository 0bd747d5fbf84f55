import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const SHARED = process.env['TEAMLORE_SHARED_DIR'] ?? join(ROOT, '..', 'shared')

/** Real session files kept beside the repository on some machines; tests that want them are skipped elsewhere. */
export const sharedSamples = (tool: string): { path: string; isThere: boolean } => {
  const path = join(SHARED, 'sessions', tool)
  return { path, isThere: existsSync(path) }
}
