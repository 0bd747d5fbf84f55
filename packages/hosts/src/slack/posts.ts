import type { SlackMark, SlackMessage, SlackPlace } from '@teamlore/shared/slack-host'
import { messagesSchema, permalinkSchema } from './schemas.ts'
import type { AskSlack } from './slack-client.ts'

/** By it a message of this app is found again: metadata is seen by apps alone. */
const metadataOf = ({ event, id }: SlackMark) => ({
  event_type: `teamlore_${event}`,
  event_payload: { id },
})

/** No link of an answer is shown at length, and no name in it calls anybody. */
const QUIET = { unfurl_links: false, unfurl_media: false, link_names: false, parse: 'none' }

export const post = async (
  ask: AskSlack,
  place: SlackPlace,
  to: { channel: string; thread: string | null; mark: SlackMark },
  { text, blocks }: SlackMessage,
): Promise<void> => {
  await ask(place, 'chat.postMessage', {
    ...QUIET,
    channel: to.channel,
    thread_ts: to.thread,
    metadata: metadataOf(to.mark),
    text,
    blocks,
  })
}

export const postTo = async (
  ask: AskSlack,
  place: SlackPlace,
  to: { channel: string; thread: string | null; person: string },
  { text, blocks }: SlackMessage,
): Promise<void> => {
  await ask(place, 'chat.postEphemeral', {
    channel: to.channel,
    thread_ts: to.thread,
    user: to.person,
    link_names: false,
    parse: 'none',
    text,
    blocks,
  })
}

const PAGE = 100
const MAX_PAGES = 20

/** Looks through what was said since, by all; of what the app said it reads the marks alone. */
export const isPosted = async (
  ask: AskSlack,
  place: SlackPlace,
  at: { channel: string; thread: string | null; mark: SlackMark; since: Date },
): Promise<boolean> => {
  const wanted = metadataOf(at.mark)
  const method = at.thread === null ? 'conversations.history' : 'conversations.replies'
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const { data } = await ask(place, method, {
      channel: at.channel,
      ts: at.thread,
      oldest: String(at.since.getTime() / 1_000 - 60),
      include_all_metadata: true,
      limit: PAGE,
      cursor,
    })
    const { messages, response_metadata } = messagesSchema.parse(data)
    const isFound = messages.some(
      ({ metadata }) =>
        metadata?.event_type === wanted.event_type &&
        metadata.event_payload['id'] === wanted.event_payload.id,
    )
    if (isFound) return true
    cursor = response_metadata?.next_cursor || undefined
    if (cursor === undefined) return false
  }
  // So many came since that it cannot be said: better none than two.
  return true
}

export const linkOf = async (
  ask: AskSlack,
  place: SlackPlace,
  { channel, message }: { channel: string; message: string },
): Promise<string> => {
  const { data } = await ask(place, 'chat.getPermalink', { channel, message_ts: message })
  return permalinkSchema.parse(data).permalink
}
