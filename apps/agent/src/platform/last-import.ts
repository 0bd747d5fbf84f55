import { z } from 'zod'
import { readPrivateFile, writePrivateFile } from './private-file.ts'

const lastImportSchema = z.object({
  at: z.iso.datetime(),
  server: z.string(),
  files: z.number(),
  sessions_sent: z.number(),
  messages_sent: z.number(),
  sessions_unchanged: z.number(),
  failed: z.number(),
  stopped: z.boolean(),
})

/** What `lore status` shows of the import before. */
export type LastImport = z.infer<typeof lastImportSchema>

/** Undefined when there was none, or when what was kept is not readable: it is a courtesy, not a record. */
export const readLastImport = async (path: string): Promise<LastImport | undefined> => {
  try {
    const file = await readPrivateFile(path)
    return file && lastImportSchema.parse(JSON.parse(file.text))
  } catch {
    return undefined
  }
}

export const writeLastImport = (path: string, last: LastImport): Promise<void> =>
  writePrivateFile(path, `${JSON.stringify(last, null, 2)}\n`)
