import { execFile } from 'node:child_process'
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { environmentForGit } from '../env.ts'

const MAX_FILES = 200_000
const MAX_OUTPUT = 64 * 1024 * 1024
const SKIPPED = new Set(['node_modules', 'vendor', 'dist', 'build', 'target', '__pycache__'])
const LIST = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']

/** The folder may hold anybody's repository: nothing in its settings may start a program. */
const HARDENED = ['-c', 'core.fsmonitor=false', '-c', 'core.quotepath=off', '--no-optional-locks']

const fromGit = (root: string): Promise<string[] | null> =>
  new Promise((resolve) => {
    execFile(
      'git',
      [...HARDENED, ...LIST],
      {
        cwd: root,
        timeout: 60_000,
        maxBuffer: MAX_OUTPUT,
        windowsHide: true,
        env: environmentForGit() as NodeJS.ProcessEnv,
      },
      (error, stdout) => resolve(error ? null : stdout.split('\0').filter((path) => path !== '')),
    )
  })

const isWorthEntering = (entry: Dirent): boolean =>
  entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name)

const walk = async (root: string): Promise<string[]> => {
  const found: string[] = []
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const at = folder
    const entries: Dirent[] = await readdir(join(root, at), { withFileTypes: true }).catch(() => [])
    const pathOf = ({ name }: Dirent): string => (at === '' ? name : `${at}/${name}`)
    folders.push(...entries.filter(isWorthEntering).map(pathOf))
    found.push(...entries.filter((entry) => entry.isFile()).map(pathOf))
    if (found.length >= MAX_FILES) return found
  }
  return found
}

/** Paths of a repository as git knows them, what is not committed yet included; of a folder without git, what lies in it. */
export const listRepositoryFiles = async (root: string): Promise<string[]> => {
  const listed = (await fromGit(root)) ?? (await walk(root))
  return [...new Set(listed)].slice(0, MAX_FILES).sort()
}
