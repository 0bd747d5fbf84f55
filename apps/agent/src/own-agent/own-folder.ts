import { chmod, lstat, mkdir, readlink, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Where coding agents are run. Whoever watches sessions leaves out those that were held in a folder of this name. */
const EMPTY_FOLDER = 'lore-distil-cwd'

/** Whether a session was held where `lore` asks coding agents: it holds what was captured already. */
export const isOwnAgentFolder = (cwd: string | null): boolean =>
  cwd !== null && basename(cwd.replaceAll('\\', '/')) === EMPTY_FOLDER

export type OwnFolder = {
  root: string
  /** Empty: no file of a project is there to be read. */
  cwd: string
  tmp: string
  /** Takes away what a call left behind, its crash reports too: these hold prompts. */
  clean: (paths: readonly string[]) => Promise<void>
}

/** A folder of its own for each coding agent, for its owner's eyes. */
export const openOwnFolder = async (stateDir: string, tool: string): Promise<OwnFolder> => {
  const root = join(stateDir, 'own-agent', tool)
  const cwd = join(root, EMPTY_FOLDER)
  const tmp = join(root, 'tmp')
  const empty = async (): Promise<void> => {
    for (const folder of [cwd, tmp]) {
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true, mode: 0o700 })
    }
  }
  await mkdir(root, { recursive: true, mode: 0o700 })
  await chmod(root, 0o700).catch(() => undefined)
  await empty()
  return {
    root,
    cwd,
    tmp,
    clean: async (paths) => {
      for (const path of paths) await rm(path, { recursive: true, force: true })
      await empty()
    },
  }
}

/**
 * Puts a link to a sign-in file where the tool looks for it. A copy would go stale, or spend the token that the original needs.
 *
 * @returns false where there is no such file.
 */
export const linkSignIn = async (original: string, link: string): Promise<boolean> => {
  const isThere = await lstat(original).then(
    () => true,
    () => false,
  )
  await mkdir(dirname(link), { recursive: true, mode: 0o700 })
  if ((await readlink(link).catch(() => undefined)) === original && isThere) return true
  await rm(link, { force: true })
  if (isThere) await symlink(original, link)
  return isThere
}
