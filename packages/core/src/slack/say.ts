import type { SlackMessage } from '@teamlore/shared/slack-host'
import { postOnce } from './post-once.ts'
import type { SlackAsk } from './read-sent.ts'
import type { SlackWork, SlackWorkDeps } from './work.types.ts'

type Deps = Pick<SlackWorkDeps, 'unitOfWork' | 'slack' | 'now'>

/** Steps of one ask. */
export const TO_ALL = 'to all'
export const TO_ASKER = 'to the asker'

/** In a channel, or under a message there, once. */
export const sayToAll = (
  deps: Deps,
  work: SlackWork,
  { channel, thread }: { channel: string; thread: string | null },
  message: SlackMessage,
): Promise<void> => {
  const { slack } = deps
  const { place, held } = work
  const mark = { event: held.kind === 'digest' ? 'digest' : 'answer', id: held.id }
  return postOnce(deps, work, {
    name: TO_ALL,
    post: () => slack.post(place, { channel, thread, mark }, message),
    look: (since) => slack.isPosted(place, { channel, thread, mark, since }),
  })
}

/** To who asked alone: at the address that came with it, or beside the message that they wrote. */
export const sayToAsker = (
  deps: Deps,
  work: SlackWork,
  ask: Exclude<SlackAsk, { kind: 'links' }>,
  message: SlackMessage,
): Promise<void> => {
  const { slack } = deps
  const { place } = work
  // Nobody else reads a direct message, and one there can be found again.
  if (ask.kind === 'message')
    return sayToAll(deps, work, { channel: ask.channel, thread: null }, message)
  return postOnce(deps, work, {
    name: TO_ASKER,
    post: () =>
      'responseUrl' in ask
        ? slack.respond(place, ask.responseUrl, message)
        : slack.postTo(
            place,
            { channel: ask.channel, thread: ask.thread, person: ask.person },
            message,
          ),
    look: null,
  })
}
