import type { OutboxEvent, RelayedEvent } from '@teamlore/db'
import type { Job } from '@teamlore/queue'
import { projectIdSchema, sessionIdSchema, type TeamId } from '@teamlore/shared'
import { bookIdSchema } from '@teamlore/shared/books'
import {
  deletionIdSchema,
  deliveryIdSchema,
  integrationIdSchema,
  pullRequestIdSchema,
  webhookDeliveryIdSchema,
} from '@teamlore/shared/ids'
import { z } from 'zod'

/** What the worker does because something was committed. */
export type Action =
  | { do: 'publish'; job: Job }
  /** Gives a job that failed permanently all its attempts again. */
  | { do: 'retry'; jobId: string; teamId: TeamId }

/**
 * A session is distilled this long after something of it came in, so that an agent which sends it piece by piece
 * makes one job of it.
 */
export const DISTIL_DELAY_MS = 3_000

/** Somebody who writes saves often; a book that is watched is looked at once they pause. */
export const PROPOSE_DELAY_MS = 20_000

/** Hosts send several events of one push, which are one look. */
export const ANSWER_DELAY_MS = 1_500

type Event<T extends OutboxEvent['type']> = {
  teamId: TeamId
  payload: Extract<OutboxEvent, { type: T }>['payload']
}

type Reactions = { [T in OutboxEvent['type']]: (event: Event<T>) => Action[] }

const embed = (team_id: TeamId): Action => ({
  do: 'publish',
  job: { name: 'embed-documents', payload: { team_id } },
})

const distil = (team_id: TeamId, session_id: string): Action => ({
  do: 'publish',
  job: {
    name: 'distil-session',
    payload: { team_id, session_id: sessionIdSchema.parse(session_id) },
    delayMs: DISTIL_DELAY_MS,
  },
})

/** A session whose lines may stand in commits; sent piece by piece, it is one job like its distilling. */
const linkSession = (team_id: TeamId, session_id: string): Action => ({
  do: 'publish',
  job: {
    name: 'link-session',
    payload: { team_id, session_id: sessionIdSchema.parse(session_id) },
    delayMs: DISTIL_DELAY_MS,
  },
})

const linkCommits = (team_id: TeamId, project_id: string): Action => ({
  do: 'publish',
  job: {
    name: 'link-commits',
    payload: { team_id, project_id: projectIdSchema.parse(project_id) },
  },
})

const propose = (team_id: TeamId, book_id: string): Action => ({
  do: 'publish',
  job: {
    name: 'propose-relationships',
    payload: { team_id, book_id: bookIdSchema.parse(book_id) },
    delayMs: PROPOSE_DELAY_MS,
  },
})

/** An event without a line here does not compile. */
export const reactions: Reactions = {
  'session.ingested': ({ teamId, payload }) => [
    distil(teamId, payload.session_id),
    linkSession(teamId, payload.session_id),
    embed(teamId),
  ],
  'session.overtaken': ({ teamId, payload }) => [distil(teamId, payload.session_id)],
  'session.handed_over': ({ teamId, payload }) => [distil(teamId, payload.session_id)],
  'commits.ingested': ({ teamId, payload }) => [linkCommits(teamId, payload.project_id)],
  'session.distilled': ({ teamId }) => [embed(teamId)],
  'book.ingested': ({ teamId, payload }) => [propose(teamId, payload.book_id)],
  'documents.queued': ({ teamId }) => [embed(teamId)],
  'deletion.made': ({ teamId, payload }) => [
    {
      do: 'publish',
      job: {
        name: 'purge-deletion',
        payload: { team_id: teamId, deletion_id: deletionIdSchema.parse(payload.deletion_id) },
      },
    },
  ],
  'integration.changed': ({ teamId, payload }) => [
    {
      do: 'publish',
      job: {
        name: 'read-hosted-repositories',
        payload: {
          team_id: teamId,
          integration_id: integrationIdSchema.parse(payload.integration_id),
        },
      },
    },
  ],
  'pull_request.asked': ({ teamId, payload }) => [
    {
      do: 'publish',
      job: {
        name: 'answer-pull-request',
        payload: {
          team_id: teamId,
          pull_request_id: pullRequestIdSchema.parse(payload.pull_request_id),
        },
        delayMs: ANSWER_DELAY_MS,
      },
    },
  ],
  'agents_md.asked': ({ teamId, payload }) => [
    {
      do: 'publish',
      job: {
        name: 'propose-agents-md',
        payload: { team_id: teamId, project_id: projectIdSchema.parse(payload.project_id) },
        delayMs: ANSWER_DELAY_MS,
      },
    },
  ],
  'webhook.due': ({ teamId, payload }) => [
    {
      do: 'publish',
      job: {
        name: 'send-webhook',
        payload: {
          team_id: teamId,
          delivery_id: webhookDeliveryIdSchema.parse(payload.delivery_id),
        },
      },
    },
  ],
  'slack.asked': ({ teamId, payload }) => [
    {
      do: 'publish',
      job: {
        name: 'answer-slack',
        payload: { team_id: teamId, ask_id: deliveryIdSchema.parse(payload.ask_id) },
      },
    },
  ],
  'job.retry': ({ teamId, payload }) => [{ do: 'retry', jobId: payload.job_id, teamId }],
}

const payloads = {
  'session.ingested': z.object({ session_id: sessionIdSchema }),
  'session.distilled': z.object({ session_id: sessionIdSchema }),
  'session.overtaken': z.object({ session_id: sessionIdSchema }),
  'session.handed_over': z.object({ session_id: sessionIdSchema }),
  'commits.ingested': z.object({ project_id: projectIdSchema }),
  'book.ingested': z.object({ book_id: bookIdSchema }),
  'documents.queued': z.object({}),
  'deletion.made': z.object({ deletion_id: deletionIdSchema }),
  'integration.changed': z.object({ integration_id: integrationIdSchema }),
  'pull_request.asked': z.object({ pull_request_id: pullRequestIdSchema }),
  'agents_md.asked': z.object({ project_id: projectIdSchema }),
  'webhook.due': z.object({ delivery_id: webhookDeliveryIdSchema }),
  'slack.asked': z.object({ ask_id: deliveryIdSchema }),
  'job.retry': z.object({ job_id: z.string(), name: z.string() }),
} as const satisfies Record<OutboxEvent['type'], z.ZodType>

export type Reacted =
  | { known: true; actions: Action[] }
  /** `unknown-type`: a newer version may know it. `bad-payload`: nobody ever will. */
  | { known: false; because: 'unknown-type' | 'bad-payload' }

const isKnown = (type: string): type is OutboxEvent['type'] => Object.hasOwn(reactions, type)

/** Reads an event as it lies in the outbox and says what is to be done. */
export const reactTo = ({ type, teamId, payload }: RelayedEvent): Reacted => {
  if (!isKnown(type)) return { known: false, because: 'unknown-type' }
  const parsed = payloads[type].safeParse(payload)
  if (!parsed.success) return { known: false, because: 'bad-payload' }
  // Parser and reaction are of the same name, which the compiler cannot follow through the table.
  const react = reactions[type] as (event: { teamId: TeamId; payload: unknown }) => Action[]
  return { known: true, actions: react({ teamId, payload: parsed.data }) }
}
