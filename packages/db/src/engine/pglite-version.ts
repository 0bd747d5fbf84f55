import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The fsync patch reaches into internals of exactly this release. */
export const SUPPORTED_PGLITE = '0.5.14'

export const assertPgliteVersion = (found: string): void => {
  if (found === SUPPORTED_PGLITE) return
  throw new Error(
    `The embedded database needs @electric-sql/pglite ${SUPPORTED_PGLITE} but found ${found}: writes ` +
      'would not reach the disk with another version. Run `npm install` to restore the pinned version.',
  )
}

const packageJson = (value: unknown): { name?: unknown; version?: unknown } =>
  typeof value === 'object' && value !== null ? value : {}

/** Version of an installed package, also of one that does not export its package.json. */
export const installedVersion = (name: string): string => {
  const entry = createRequire(import.meta.url).resolve(name)
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const found = packageJson(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
      if (found.name === name) return String(found.version)
    } catch {
      // No package.json here; look one folder up.
    }
  }
  throw new Error(`Cannot find the installed version of ${name}. Run \`npm install\`.`)
}
