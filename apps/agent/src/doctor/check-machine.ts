import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describeError } from '../errors/describe-error.ts'
import { bytes, tilde } from '../output/format.ts'
import type { Paths } from '../platform/paths.ts'
import { readRulesFile } from '../privacy/rules-file.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

const OLDEST_NODE = [20, 19] as const

export const checkNode = (version: string): Finding[] => {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const [wantedMajor, wantedMinor] = OLDEST_NODE
  const isOld = major < wantedMajor || (major === wantedMajor && minor < wantedMinor)
  return isOld
    ? [
        failure(
          'node.version',
          `Node ${version} is older than what \`lore\` needs.`,
          `Install Node ${OLDEST_NODE.join('.')} or newer.`,
        ),
      ]
    : [ok('node.version', `Node ${version}`)]
}

const OTHERS = 0o077

/** Files that are their owner's alone, and the patterns of the user, which must be readable before anything is sent. */
export const checkFiles = async (
  paths: Paths,
  { home, platform }: { home: string; platform: NodeJS.Platform },
): Promise<Finding[]> => {
  const findings: Finding[] = []
  const own = [paths.configDir, paths.stateDir, paths.credentials, paths.machine]
  for (const path of platform === 'win32' ? [] : own) {
    const found = await stat(path).catch(() => undefined)
    if (found === undefined || (found.mode & OTHERS) === 0) continue
    const name = tilde(path, home)
    const remedy = `Run \`chmod ${found.isDirectory() ? '700' : '600'} ${name}\`.`
    const isKey = path === paths.credentials
    findings.push(
      isKey
        ? failure(
            'files.rights',
            `${name} holds your key and can be read by others on this machine.`,
            `${remedy} If somebody may have looked, run \`lore login\` again: that ends the old key.`,
          )
        : warning('files.rights', `Others on this machine can look into ${name}.`, remedy),
    )
  }
  await readRulesFile(paths.rulesFile).catch((error: unknown) => {
    const { message, hint } = describeError(error)
    findings.push(failure('files.redaction', message, hint ?? 'Fix the file.'))
  })
  return findings.length > 0
    ? findings
    : [ok('files', `Settings in ${tilde(paths.configDir, home)} are yours alone`)]
}

const LITTLE = 1e9
const HARDLY_ANY = 100e6

/** Room where what waits to be sent is kept. */
export const checkDisk = async (
  stateDir: string,
  freeBytes: (folder: string) => Promise<number> = freeBytesAt,
): Promise<Finding[]> => {
  const free = await freeBytes(stateDir).catch(() => undefined)
  if (free === undefined) return []
  const remedy = 'Make room, or set LORE_STATE_DIR to a folder on a larger disk.'
  if (free < HARDLY_ANY)
    return [
      failure('disk.space', `Only ${bytes(free)} are free where sessions wait to be sent.`, remedy),
    ]
  if (free < LITTLE)
    return [
      warning('disk.space', `Only ${bytes(free)} are free where sessions wait to be sent.`, remedy),
    ]
  return [ok('disk.space', `${bytes(free)} of disk are free`)]
}

/** Of the folder, or the nearest one above it that exists. */
const freeBytesAt = async (folder: string): Promise<number> => {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    const above = dirname(folder)
    if (above === folder || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return freeBytesAt(above)
  }
}
