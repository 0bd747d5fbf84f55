import { createHash, randomBytes } from 'node:crypto'
import { type SlackId, slackIdSchema } from '@teamlore/shared/ids'

/** How long a workspace may answer after the keys of the app were given. */
const ANSWER_MS = 60 * 60_000

/** What Slack sends back with its answer: of which connection it is, since when, and that it was asked here. */
export const newAnswerState = (id: SlackId, now: Date): string =>
  [id, now.getTime().toString(36), randomBytes(24).toString('base64url')].join('.')

/** Of all of it, so that the time in it is what was given as long as the hash is what was stored. */
export const answerHashOf = (state: string): string =>
  createHash('sha256').update(state).digest('hex')

/** @returns undefined where it is none of ours, or too old. */
export const readAnswerState = (state: string, now: Date): SlackId | undefined => {
  const [id, since = ''] = state.split('.')
  const read = slackIdSchema.safeParse(id)
  const age = now.getTime() - Number.parseInt(since, 36)
  return read.success && age <= ANSWER_MS ? read.data : undefined
}
