import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs `lore graph build` in a folder: what it takes in memory goes with that process. It never fails. */
export const buildGraphWith =
  ([node, script]: readonly [node: string, script: string]) =>
  async (root: string): Promise<void> => {
    const child = spawn(node, [script, 'graph', 'build', '--json'], {
      cwd: root,
      stdio: 'ignore',
      windowsHide: true,
    })
    await once(child, 'exit').catch(() => undefined)
  }
