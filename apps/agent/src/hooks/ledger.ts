import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readPrivateFile, writePrivateFile } from '../platform/private-file.ts'

const rowSchema = z.object({
  tool: z.string(),
  project: z.string().nullable(),
  path: z.string(),
  /** How the file was before: where its copy is, or null when there was none. */
  backup: z.string().nullable(),
  /** What the file was when we had written it. */
  after: z.string(),
  /** Folders that were made for it. */
  folders: z.array(z.string()).default([]),
})
/** One file that something of ours is in. */
export type LedgerRow = z.infer<typeof rowSchema>

const ledgerSchema = z.object({ files: z.array(rowSchema) })

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What was put where. Lost or damaged, it is as empty: what is ours in a file is known by itself too. */
export const readLedger = async (path: string): Promise<LedgerRow[]> => {
  const file = await readPrivateFile(path).catch(() => undefined)
  try {
    return ledgerSchema.parse(JSON.parse(file?.text ?? '')).files
  } catch {
    return []
  }
}

export const writeLedger = (path: string, files: readonly LedgerRow[]): Promise<void> =>
  writePrivateFile(path, `${JSON.stringify({ files }, null, 2)}\n`)
