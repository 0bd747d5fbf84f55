import type { RelayedEvent } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import { expect, test } from 'vitest'
import { DISTIL_DELAY_MS, reactTo } from './reactions.ts'

const teamId = newId.team()
const sessionId = newId.session()

const event = (type: string, payload: Record<string, string> = {}): RelayedEvent => ({
  id: 1,
  teamId,
  type,
  payload,
})

test('a session that came in is distilled and linked a moment later, and its documents are embedded', () => {
  expect(reactTo(event('session.ingested', { session_id: sessionId }))).toEqual({
    known: true,
    actions: [
      {
        do: 'publish',
        job: {
          name: 'distil-session',
          payload: { team_id: teamId, session_id: sessionId },
          delayMs: DISTIL_DELAY_MS,
        },
      },
      {
        do: 'publish',
        job: {
          name: 'link-session',
          payload: { team_id: teamId, session_id: sessionId },
          delayMs: DISTIL_DELAY_MS,
        },
      },
      { do: 'publish', job: { name: 'embed-documents', payload: { team_id: teamId } } },
    ],
  })
})

test('the wait before distilling leaves room for ten seconds from session to finding', () => {
  expect(DISTIL_DELAY_MS).toBeLessThanOrEqual(5_000)
})

test('what was distilled is embedded', () => {
  expect(reactTo(event('session.distilled', { session_id: sessionId }))).toMatchObject({
    actions: [{ job: { name: 'embed-documents' } }],
  })
})

test('commits that came in have their sessions looked for', () => {
  const payload = { project_id: newId.project() }
  expect(reactTo(event('commits.ingested', payload))).toEqual({
    known: true,
    actions: [
      { do: 'publish', job: { name: 'link-commits', payload: { team_id: teamId, ...payload } } },
    ],
  })
})

test('a dead job is retried for the team that asked', () => {
  const payload = { job_id: 'distil-session/7', name: 'distil-session' }
  expect(reactTo(event('job.retry', payload))).toEqual({
    known: true,
    actions: [{ do: 'retry', jobId: 'distil-session/7', teamId }],
  })
})

test.each(['session.burnt', 'toString', '__proto__'])(
  'an event of the unknown type %s is left for a newer version',
  (type) => {
    expect(reactTo(event(type))).toEqual({ known: false, because: 'unknown-type' })
  },
)

test('an event without its session is nobody’s', () => {
  expect(reactTo(event('session.ingested', { session_id: 'nonsense' }))).toEqual({
    known: false,
    because: 'bad-payload',
  })
})
