import type { LoreClient } from '@teamlore/shared'
import { MOST_TOMBSTONES } from '@teamlore/shared/tombstones'

export type TombstoneClient = Pick<LoreClient, 'tombstones'>

const TIMEOUT_MS = 30_000

/** Asks which of these hashes were forgotten, as they come: however many there are, only the answers are kept. */
export const askTombstones = async (
  client: TombstoneClient,
  hashes: AsyncIterable<readonly string[]>,
  signal?: AbortSignal | undefined,
): Promise<Set<string>> => {
  const forgotten = new Set<string>()
  let asking = new Set<string>()
  const ask = async (): Promise<void> => {
    const all = [...asking]
    asking = new Set()
    for (let at = 0; at < all.length; at += MOST_TOMBSTONES) {
      const body = { hashes: all.slice(at, at + MOST_TOMBSTONES) }
      const answer = await client.tombstones.ask(body, { timeoutMs: TIMEOUT_MS, signal })
      for (const hash of answer.forgotten) forgotten.add(hash)
    }
  }
  for await (const some of hashes) {
    for (const hash of some) asking.add(hash)
    if (asking.size >= MOST_TOMBSTONES) await ask()
  }
  await ask()
  return forgotten
}
