import type { LoreClient, Message } from '@teamlore/shared'

/** As much of a block as a transcript shows without `--full`. */
const PREVIEW_CHARS = 4_000
/** As much as a list may carry; longer ones are fetched one by one. */
const MAX_PREVIEW_CHARS = 100_000

/** The messages of a session in the order of its file, page by page. */
export async function* readTranscript(
  client: LoreClient,
  sessionId: string,
  { isFull, previewChars = PREVIEW_CHARS }: { isFull: boolean; previewChars?: number },
): AsyncGenerator<Message[]> {
  let cursor: string | undefined
  do {
    const page = await client.sessions.messages(sessionId, {
      // Whole texts are large: fewer of them at once.
      limit: isFull ? 50 : 200,
      preview_chars: isFull ? MAX_PREVIEW_CHARS : previewChars,
      cursor,
    })
    yield isFull ? await wholeMessages(client, page.items) : page.items
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

/** One message with all its content. */
export const wholeMessage = (client: LoreClient, id: string): Promise<Message> =>
  client.messages.get(id)

const wholeMessages = async (client: LoreClient, messages: readonly Message[]) => {
  const whole: Message[] = []
  for (const message of messages) {
    const isCut = message.blocks.some(({ truncated_chars }) => truncated_chars > 0)
    whole.push(isCut ? await wholeMessage(client, message.id) : message)
  }
  return whole
}

/** Messages before and after one in its transcript, at most `amount` on each side, in order. */
export const neighboursOf = async (
  client: LoreClient,
  { id, session_id }: Message,
  amount: number,
): Promise<{ before: Message[]; after: Message[] }> => {
  const preview_chars = MAX_PREVIEW_CHARS
  const from = await client.sessions.messages(session_id, {
    around: id,
    limit: amount + 1,
    preview_chars,
  })
  const back =
    from.previous_cursor === null
      ? []
      : (
          await client.sessions.messages(session_id, {
            cursor: from.previous_cursor,
            limit: amount,
            preview_chars,
          })
        ).items
  return { before: back, after: from.items.filter((message) => message.id !== id) }
}
