import type { LoreClient } from '@teamlore/shared'

/** What the server holds of a session, in its order. */
export const readSession = async (
  client: LoreClient,
  id: string,
): Promise<{ texts: string[]; keys: string[] }> => {
  const texts: string[] = []
  const keys: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.sessions.messages(id, { limit: 200, cursor })
    for (const message of page.items) {
      keys.push(message.id)
      for (const { block } of message.blocks) if (block.type === 'text') texts.push(block.text)
    }
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return { texts, keys }
}
