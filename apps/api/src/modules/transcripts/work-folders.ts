import { chmod, lstat, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunning } from '@teamlore/shared/is-running'

export type WorkFolder = { path: string; remove: () => Promise<void> }
export type WorkFolders = { make: () => Promise<WorkFolder> }

/** No upload takes so long; what is older was left by a process whose number another one bears now. */
const OLD_MS = 3_600_000

/**
 * Folders for one upload each, which nobody else may look into. What processes that ended without a goodbye left under
 * `wanted` is removed first; other processes may be using it at the same time.
 *
 * @throws when it is somebody else's: what is put there could be read or changed.
 */
export const openWorkFolders = async (wanted: string): Promise<WorkFolders> => {
  await mkdir(wanted, { recursive: true, mode: 0o700 })
  // Whoever may read a folder only is asked by where it really is.
  const root = await realpath(wanted)
  const { uid } = await lstat(root)
  if (process.getuid !== undefined && uid !== process.getuid())
    throw new Error(`${root} belongs to somebody else. Remove it, or set TMPDIR to another folder.`)
  await chmod(root, 0o700)
  await removeLeftovers(root)
  return {
    make: async () => {
      const path = await mkdtemp(join(root, `${process.pid}-`))
      return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) }
    },
  }
}

const removeLeftovers = async (root: string): Promise<void> => {
  for (const name of await readdir(root)) {
    const path = join(root, name)
    if (await isLeftover(path, Number(name.split('-')[0])))
      await rm(path, { recursive: true, force: true })
  }
}

/** One of our own number is a leftover too: this process has made none yet. */
const isLeftover = async (path: string, pid: number): Promise<boolean> => {
  if (!Number.isInteger(pid) || pid === process.pid || !isRunning(pid)) return true
  const found = await lstat(path).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > OLD_MS
}
