import type { JobHealth } from '@teamlore/shared'
import { count, wholeNumber } from '../../lib/format/number.ts'
import { duration } from '../../lib/format/time.ts'

/** `off`: there is nothing to do, and nothing done. */
export type HealthTone = 'ok' | 'wait' | 'error' | 'off'
export type HealthLine = { tone: HealthTone; says: string; detail: string }

/** An outbox that waits longer than this has nobody who empties it. */
const STUCK_SECONDS = 60

/** The whole in one sentence. */
export const headline = (health: JobHealth): HealthLine => {
  const lines = healthLines(health)
  if (lines.some(({ tone }) => tone === 'error'))
    return { tone: 'error', says: 'Something needs a look.', detail: '' }
  if (lines.some(({ tone }) => tone === 'wait'))
    return { tone: 'wait', says: `Work is under way${leftToDo(health)}.`, detail: '' }
  return { tone: 'ok', says: 'All caught up.', detail: '' }
}

const leftToDo = ({ backlog }: JobHealth): string => {
  const parts = [
    backlog.sessions_to_distil > 0 && `${count(backlog.sessions_to_distil, 'session')} to distil`,
    backlog.documents_to_embed > 0 && `${count(backlog.documents_to_embed, 'document')} to embed`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`
}

/** What stands between a session that came in and everything that is made of it. */
export const healthLines = (health: JobHealth): HealthLine[] => [
  ...workerLines(health),
  outboxLine(health),
  distilLine(health),
  embedLine(health),
  deadLine(health),
  ...limitLines(health),
]

/** Only worth a line when there is something to do about it. */
const workerLines = ({ worker }: JobHealth): HealthLine[] =>
  worker?.note ? [{ tone: 'error', says: 'No worker is at work.', detail: worker.note }] : []

/** The same: where limits are counted matters only when it is not as it was set up. */
const limitLines = ({ limits }: JobHealth): HealthLine[] =>
  limits?.note
    ? [{ tone: 'error', says: 'Limits are not counted together.', detail: limits.note }]
    : []

const outboxLine = ({ outbox }: JobHealth): HealthLine => {
  if (outbox.waiting === 0)
    return {
      tone: 'ok',
      says: 'The outbox is empty.',
      detail: 'Everything that was written has been handed to the workers.',
    }
  const age = outbox.oldest_seconds ?? 0
  const waits = outbox.waiting === 1 ? 'waits' : 'wait'
  const isStuck = age > STUCK_SECONDS
  return {
    tone: isStuck ? 'error' : 'wait',
    says: `${count(outbox.waiting, 'event')} ${waits} in the outbox, the oldest for ${duration(age * 1000)}.`,
    detail: isStuck
      ? 'Nobody seems to take them out: is a worker running?'
      : 'They are handed to the workers within moments.',
  }
}

const distilLine = ({ backlog, progress }: JobHealth): HealthLine => {
  const failed = progress?.not_distilled ?? 0
  const givenUp =
    failed === 0 ? '' : `${count(failed, 'session')} could not be distilled after several attempts.`
  if (backlog.sessions_to_distil > 0)
    return {
      tone: 'wait',
      says: `${count(backlog.sessions_to_distil, 'session')} still to distil${outOf(progress?.sessions)}.`,
      detail: joined(
        'Their words can be searched already; findings and summaries follow.',
        givenUp,
      ),
    }
  if (failed > 0)
    return {
      tone: 'error',
      says: `${wholeNumber(progress?.distilled ?? 0)} of ${count(progress?.sessions ?? 0, 'session')} are distilled.`,
      detail: joined(givenUp, 'Their words can be searched all the same.'),
    }
  return { tone: 'ok', says: allDistilled(progress?.sessions), detail: '' }
}

const allDistilled = (sessions: number | undefined): string => {
  if (sessions === undefined) return 'All sessions are distilled.'
  if (sessions === 0) return 'There is no session to distil yet.'
  return sessions === 1
    ? 'The only session is distilled.'
    : `All ${count(sessions, 'session')} are distilled.`
}

const outOf = (all: number | undefined): string =>
  all === undefined ? '' : `, of ${wholeNumber(all)}`

const joined = (...sentences: string[]): string =>
  sentences.filter((sentence) => sentence !== '').join(' ')

const embedLine = ({ backlog, progress, embedding, worker }: JobHealth): HealthLine => {
  const left = backlog.documents_to_embed
  // A worker that does not report says nothing of its model either.
  if (embedding.space === null && !worker?.note)
    return {
      tone: 'off',
      says: 'Search by meaning is off.',
      detail: embedding.note ?? 'No embedding model is set up; search goes by words.',
    }
  const model = embedding.space === null ? '' : `The model is ${embedding.space}.`
  const note = embedding.note !== null && embedding.note !== worker?.note ? embedding.note : ''
  if (left === 0)
    return {
      tone: 'ok',
      says: progress
        ? `All ${count(progress.documents, 'document')} can be searched by meaning.`
        : 'Everything can be searched by meaning.',
      detail: joined(note, model, progress ? WITHOUT_TOOLS : ''),
    }
  const share = progress
    ? `${wholeNumber(progress.embedded)} of ${count(progress.documents, 'document')} can be searched by meaning; all can be by their words.`
    : ''
  return {
    tone: note === '' ? 'wait' : 'error',
    says: `${count(left, 'document')} still to embed.`,
    detail: joined(note, share, model),
  }
}

const WITHOUT_TOOLS = 'What tools put out is searched by its words alone.'

const deadLine = ({ dead, jobs }: JobHealth): HealthLine => {
  const amount = Math.max(
    dead.length,
    jobs.reduce((sum, job) => sum + job.dead, 0),
  )
  return amount === 0
    ? { tone: 'ok', says: 'No job has failed permanently.', detail: '' }
    : {
        tone: 'error',
        says: `${count(amount, 'job')} failed permanently.`,
        detail: 'They were tried several times. Below is why, and a way to try again.',
      }
}

/** What a job works on, where there is a page of it. */
export const jobSubject = ({
  payload: { session_id, memory_file_id },
}: Pick<JobHealth['dead'][number], 'payload'>): { href: string; says: string } | undefined => {
  if (session_id) return { href: `/sessions/${session_id}`, says: 'the session' }
  if (memory_file_id) return { href: `/memory-files/${memory_file_id}`, says: 'the memory file' }
  return undefined
}
