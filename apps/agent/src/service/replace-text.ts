import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'

/** Writes a file unless it holds this already; says whether it did. */
export const replaceText = async (path: string, text: string): Promise<boolean> => {
  const before = await readFile(path, 'utf8').catch(() => undefined)
  if (before === text) return false
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, path)
  return true
}
