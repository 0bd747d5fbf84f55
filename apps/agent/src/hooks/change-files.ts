import { basename, join } from 'node:path'
import { writePrivateFile } from '../platform/private-file.ts'
import type { FileEdit } from './edits/file-edit.ts'
import {
  readSettings,
  removeEmptyFolders,
  removeSettings,
  writeSettings,
} from './edits/settings-file.ts'
import { hashOf, type LedgerRow, readLedger, writeLedger } from './ledger.ts'

/** What is to become of one file. */
export type FileChange = {
  path: string
  before: string | undefined
  /** Undefined: the file goes. */
  after: string | undefined
  mode?: number | undefined
}

type Places = { ledger: string; backups: string }
type Owner = { tool: string; project: string | undefined }

export const isChange = ({ before, after }: FileChange): boolean => before !== after

/** What an installation would do. Nothing is written. */
export const planInstall = (edits: readonly FileEdit[]): Promise<FileChange[]> =>
  Promise.all(
    edits.map(async (edit) => {
      const before = await readSettings(edit.path)
      return { path: edit.path, before, after: edit.add(before), mode: edit.mode }
    }),
  )

/** What an uninstallation would do: byte for byte as it was, where nobody changed the file since. */
export const planUninstall = async (
  edits: readonly FileEdit[],
  { ledger }: Places,
): Promise<FileChange[]> => {
  const rows = await readLedger(ledger)
  return Promise.all(
    edits.map(async (edit) => {
      const before = await readSettings(edit.path)
      const row = rows.find(({ path }) => path === edit.path)
      if (before === undefined) return { path: edit.path, before, after: undefined }
      // Nothing of ours is in it, so nothing of it goes.
      if (!edit.has(before)) return { path: edit.path, before, after: before }
      const original = typeof row?.backup === 'string' ? await readSettings(row.backup) : undefined
      const isAsWeLeftIt = row !== undefined && hashOf(before) === row.after
      // A copy that has our part in it is not from before us.
      const isFromBefore = original !== undefined && !edit.has(original)
      const isKnown = isAsWeLeftIt && (row.backup === null || isFromBefore)
      const after = isKnown ? original : edit.remove(before, original)
      return { path: edit.path, before, after }
    }),
  )
}

/** Writes what was planned, with a copy of each file as it was. */
export const install = async (
  changes: readonly FileChange[],
  owner: Owner,
  places: Places,
): Promise<void> => {
  for (const change of changes.filter(isChange)) {
    const { path, before, after, mode } = change
    if (after === undefined) continue
    const rows = await readLedger(places.ledger)
    const known = rows.find((row) => row.path === path)
    // What is ours in the file already is not how it was before us.
    const isFirst = known === undefined || before === undefined || hashOf(before) !== known.after
    const backup = isFirst ? await keepCopy(path, before, places) : known.backup
    const made = await writeSettings(path, after, { before, mode })
    const row: LedgerRow = {
      tool: owner.tool,
      project: owner.project ?? null,
      path,
      backup,
      after: hashOf(after),
      folders: [...(known?.folders ?? []), ...made],
    }
    await writeLedger(places.ledger, [...rows.filter((one) => one.path !== path), row])
  }
}

export const uninstall = async (changes: readonly FileChange[], places: Places): Promise<void> => {
  const folders: string[] = []
  for (const { path, before, after } of changes) {
    if (before !== after && after !== undefined) await writeSettings(path, after, { before })
    if (before !== undefined && after === undefined) await removeSettings(path)
    const rows = await readLedger(places.ledger)
    const known = rows.find((row) => row.path === path)
    if (known === undefined) continue
    folders.push(...known.folders)
    await writeLedger(
      places.ledger,
      rows.filter((row) => row !== known),
    )
  }
  await removeEmptyFolders(folders)
}

/** Copies stay where they are, also after what was put in has gone again. */
const keepCopy = async (
  path: string,
  before: string | undefined,
  { backups }: Places,
): Promise<string | null> => {
  if (before === undefined) return null
  const name = `${hashOf(`${path}\n${before}`).slice(0, 12)}-${basename(path)}`
  await writePrivateFile(join(backups, name), before)
  return join(backups, name)
}
