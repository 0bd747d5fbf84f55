import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from './repository.ts'
import { spawnNode } from './spawned.ts'

export type LoreResult = { code: number | null; output: string; json: () => unknown }

/** The `lore` command with a configuration folder of its own, in the home folder of the person or another one. */
export const createLore = ({
  home,
  cwd,
  env = {},
}: {
  home?: string
  /** Where it is run; the repository by default. */
  cwd?: string
  env?: Record<string, string>
} = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'lore-e2e-'))
  /** Starts it with more in its surroundings. */
  const startIn =
    (more: Record<string, string>) =>
    (...args: string[]) =>
      spawnNode(
        [join(repositoryRoot, 'apps/agent/bin/lore.mjs'), ...args],
        {
          LORE_CONFIG_DIR: folder,
          XDG_STATE_HOME: folder,
          NO_COLOR: '1',
          ...(home === undefined ? {} : { HOME: home }),
          ...env,
          ...more,
        },
        cwd,
      )
  const start = startIn({})
  const run = async (...args: string[]): Promise<LoreResult> => {
    const process = start(...args)
    const code = await process.exit()
    return { code, output: process.output(), json: () => JSON.parse(process.output()) }
  }
  return {
    folder,
    start,
    startIn,
    run,
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}
