import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CodeGraphReceipt } from '@teamlore/shared/code'
import type { Ledger } from '../payloads/deliver-payload.ts'
import { writePrivateFile } from '../platform/private-file.ts'

const wishesFile = (serverFolder: string): string => join(serverFolder, 'graph', 'wishes')

const readWishes = async (file: string): Promise<string[]> =>
  (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')

/** Writes down of which batches the server wants the whole graph: it has nothing to apply them to, or would not have them. */
export const createGraphLedger = (serverFolder: string): Ledger<CodeGraphReceipt> => {
  const wish = async (batch: string): Promise<void> => {
    const file = wishesFile(serverFolder)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await appendFile(file, `${batch}\n`, { mode: 0o600 })
  }
  return {
    delivered: async ({ id }, { wants_whole }) => {
      if (wants_whole) await wish(id)
    },
    failed: async ({ id }, { isRefused, code }) => {
      if (isRefused || code === 'spool.damaged') await wish(id)
    },
  }
}

/** Whether one of these batches was wished for; the wish is then fulfilled. */
export const takeWish = async (
  serverFolder: string,
  batches: readonly string[],
): Promise<boolean> => {
  const file = wishesFile(serverFolder)
  const wishes = await readWishes(file)
  const left = wishes.filter((batch) => !batches.includes(batch))
  if (left.length === wishes.length) return false
  await writePrivateFile(file, left.map((batch) => `${batch}\n`).join(''))
  return true
}
