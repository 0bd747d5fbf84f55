import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SpoolFullError } from './spool.ts'

const DISK_ERRORS: Record<string, string> = {
  ENOSPC: 'The disk is full: make room.',
  EDQUOT: 'Your quota of the disk is used up: make room.',
  EROFS: 'The disk is read-only: set LORE_STATE_DIR to a folder that can be written.',
}

const codeOf = (error: unknown): string =>
  String((error as NodeJS.ErrnoException | undefined)?.code ?? '')

export const isAboutCapacity = (error: unknown): error is Error =>
  error instanceof SpoolFullError || (error instanceof Error && codeOf(error) in DISK_ERRORS)

export const reasonOfCapacity = (error: Error): string =>
  error instanceof SpoolFullError
    ? error.message
    : `${DISK_ERRORS[codeOf(error)]} Nothing new can be captured until then; it waits in the files of the tools.`

/** As much as what is written at one go without being a batch. */
const PROBE_BYTES = 64 * 1024

/**
 * Why nothing can be written in a folder of ours; undefined where it can, or where there is no such folder yet. Whoever
 * captures cannot write that down just then, so it has to be tried.
 */
export const whyNotWritable = async (folder: string): Promise<string | undefined> => {
  const probe = join(folder, `probe.${randomBytes(4).toString('hex')}.tmp`)
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flag: 'wx' })
    return undefined
  } catch (error) {
    return isAboutCapacity(error) ? reasonOfCapacity(error) : undefined
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}
