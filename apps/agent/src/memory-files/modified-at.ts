import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type RunGit, runGit } from '../project/run-git.ts'

type File = { path: string; real: string; mtimeMs: number }

/**
 * When each text became what it is, as ISO times by path: of those that are as they were committed, when that was, since git
 * gives every file it writes the time at which it wrote it; of the others when they were written.
 *
 * Only commands of git that read its own objects: others would start the programs that a repository names as its filters.
 */
export const modifiedTimes = async (
  root: string,
  files: readonly File[],
  git: RunGit = runGit,
): Promise<Map<string, string>> => {
  const times = new Map(files.map(({ path, mtimeMs }) => [path, isoOf(mtimeMs)]))
  if (files.length === 0) return times
  const tree = await git(root, [
    'ls-tree',
    '-r',
    '-z',
    'HEAD',
    '--',
    ...files.map(({ path }) => path),
  ])
  const blobs = blobsIn(tree ?? '')
  for (const { path, real } of files) {
    const blob = blobs.get(path)
    if (blob === undefined || !(await isBlob(real, blob))) continue
    const found = await git(root, [
      'rev-list',
      '-1',
      '--timestamp',
      'HEAD',
      '--',
      `:(literal)${path}`,
    ])
    const seconds = Number.parseInt(found ?? '', 10)
    if (seconds > 0) times.set(path, isoOf(seconds * 1_000))
  }
  return times
}

/** `100644 blob <hash>\t<path>`, each closed by a NUL. */
const blobsIn = (tree: string): Map<string, string> =>
  new Map(
    tree.split('\0').flatMap((entry) => {
      const [, blob, path] = /^\d+ blob ([0-9a-f]{40,64})\t(.+)$/s.exec(entry) ?? []
      return blob === undefined || path === undefined ? [] : [[path, blob] as const]
    }),
  )

/** Whether the file is what was committed, with the line ends of this system or of the repository. */
const isBlob = async (path: string, blob: string): Promise<boolean> => {
  const bytes = await readFile(path).catch(() => undefined)
  if (bytes === undefined) return false
  const algorithm = blob.length === 40 ? 'sha1' : 'sha256'
  const hashOf = (content: Buffer): string =>
    createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex')
  if (hashOf(bytes) === blob) return true
  const unix = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
  return unix.length !== bytes.length && hashOf(unix) === blob
}

const isoOf = (ms: number): string => new Date(Math.max(0, Math.floor(ms))).toISOString()
