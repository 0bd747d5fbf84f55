import { createHash } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writePrivateFile } from '../platform/private-file.ts'

const folderOf = (serverFolder: string): string => join(serverFolder, 'commits')

/** Where it is kept which commits of a repository one server has or is about to get. */
export const sentFileOf = (serverFolder: string, common: string): string =>
  join(
    folderOf(serverFolder),
    `${createHash('sha256').update(common).digest('hex').slice(0, 32)}.sent`,
  )

/** Each line: a commit, and the batch of the spool it went into. */
const readLines = async (file: string): Promise<string[]> =>
  (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')

/** Undefined when this repository was never looked at. */
export const readSent = async (file: string): Promise<Set<string> | undefined> => {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined
    ? undefined
    : new Set(text.split('\n').map((line) => line.split(' ', 1)[0] ?? ''))
}

export const noteSent = async (
  file: string,
  shas: readonly string[],
  batch: string,
): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await appendFile(file, shas.map((sha) => `${sha} ${batch}\n`).join(''), { mode: 0o600 })
}

/**
 * What was in batches that cannot be read any more has to be sent again.
 * @param onForget called with the file of a repository before its commits are forgotten, so that whoever dies in between
 *   does it once more
 */
export const forgetDamaged = async (
  serverFolder: string,
  damaged: readonly string[],
  onForget?: (sentFile: string) => Promise<void>,
): Promise<number> => {
  const lost = new Set(damaged)
  let forgotten = 0
  if (lost.size === 0) return 0
  for (const name of await readdir(folderOf(serverFolder)).catch(() => [])) {
    if (!name.endsWith('.sent')) continue
    const file = join(folderOf(serverFolder), name)
    const lines = await readLines(file)
    const kept = lines.filter((line) => !lost.has(line.split(' ')[1] ?? ''))
    if (kept.length === lines.length) continue
    forgotten += lines.length - kept.length
    await onForget?.(file)
    await writePrivateFile(file, kept.map((line) => `${line}\n`).join(''))
  }
  return forgotten
}
