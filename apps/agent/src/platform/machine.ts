import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { arch, hostname, platform } from 'node:os'
import { dirname } from 'node:path'
import { type RegisterMachineRequest, registerMachineRequestSchema } from '@teamlore/shared'
import { CliError } from '../errors/cli-error.ts'
import { isPutInPlace } from '../files/put-in-place.ts'
import { readPrivateFile } from './private-file.ts'
import { VERSION } from './version.ts'

/**
 * Who this machine is. The fingerprint is made once and kept: sessions are filed under it, so a new one would file them
 * a second time.
 *
 * @throws CliError when the file is there but broken.
 */
export const identifyMachine = async (path: string): Promise<RegisterMachineRequest> =>
  describe((await readFingerprint(path)) ?? (await makeFingerprint(path)))

/** The same without leaving anything behind, for runs that only look: a machine nobody knows has zeros. */
export const glanceAtMachine = async (path: string): Promise<RegisterMachineRequest> =>
  describe((await readFingerprint(path)) ?? '0'.repeat(32))

const describe = (fingerprint: string): RegisterMachineRequest => ({
  fingerprint,
  name: (hostname() || 'unnamed').slice(0, 200),
  platform: `${platform()} ${arch()}`,
  agent_version: VERSION,
})

const readFingerprint = async (path: string): Promise<string | undefined> => {
  const file = await readPrivateFile(path)
  if (file === undefined) return undefined
  const fingerprint = fingerprintIn(file.text)
  if (registerMachineRequestSchema.shape.fingerprint.safeParse(fingerprint).success)
    return String(fingerprint)
  throw new CliError({
    code: 'cli.machine_broken',
    message: `The identity of this machine in ${path} is damaged and cannot be read.`,
    hint: 'Restore the file from a backup; or delete it and run `lore login` again, and this machine starts as a new one.',
  })
}

const fingerprintIn = (text: string): unknown => {
  try {
    return (JSON.parse(text) as { fingerprint?: unknown } | null)?.fingerprint
  } catch {
    return undefined
  }
}

const makeFingerprint = async (path: string): Promise<string> => {
  const fingerprint = randomBytes(16).toString('hex')
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(4).toString('hex')}.tmp`
  try {
    // Whole or not at all: half of one, such as on a full disk, would have to be repaired by hand.
    const text = `${JSON.stringify({ fingerprint }, null, 2)}\n`
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
    if (await isPutInPlace(draft, path)) return fingerprint
  } finally {
    await rm(draft, { force: true })
  }
  // Another process made it in the meantime: there is one fingerprint, so it is that one.
  const winner = await readFingerprint(path)
  return winner ?? makeFingerprint(path)
}
