import type { JobHealth, Stats } from '@teamlore/shared'
import { count } from '../../lib/format/number.ts'
import { duration } from '../../lib/format/time.ts'
import { lookUp } from '../../lib/look-up.ts'

export type HealthTone = 'ok' | 'wait' | 'error'
export type HealthLine = { tone: HealthTone; says: string; detail: string }

/** An outbox that waits longer than this has nobody who empties it. */
const STUCK_SECONDS = 60

/** The whole in one sentence. */
export const headline = (health: JobHealth): HealthLine => {
  const lines = [...workerLines(health), outboxLine(health), deadLine(health), distilLine(health)]
  if (lines.some(({ tone }) => tone === 'error'))
    return { tone: 'error', says: 'Something needs a look.', detail: '' }
  if (lines.some(({ tone }) => tone === 'wait'))
    return { tone: 'wait', says: 'Work is under way.', detail: '' }
  return { tone: 'ok', says: 'All caught up.', detail: '' }
}

/** What stands between a session that came in and everything that is made of it. */
export const healthLines = (health: JobHealth, stats: Stats | undefined): HealthLine[] => [
  ...workerLines(health),
  outboxLine(health),
  distilLine(health),
  embedLine(health, stats),
  deadLine(health),
]

/** Only worth a line when there is something to do about it. */
const workerLines = ({ worker }: JobHealth): HealthLine[] =>
  worker?.note ? [{ tone: 'error', says: 'No worker is at work.', detail: worker.note }] : []

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

const distilLine = ({ backlog }: JobHealth): HealthLine =>
  backlog.sessions_to_distil === 0
    ? { tone: 'ok', says: 'All sessions are distilled.', detail: '' }
    : {
        tone: 'wait',
        says: `${count(backlog.sessions_to_distil, 'session')} still to distil.`,
        detail: 'Their words can be searched already; observations and summaries follow.',
      }

const embedLine = ({ backlog, embedding }: JobHealth, stats: Stats | undefined): HealthLine => {
  if (embedding.space === null)
    return {
      tone: 'wait',
      says: 'Search by meaning is off.',
      detail: embedding.note ?? 'No embedding model is set up; search goes by words.',
    }
  const share =
    stats && stats.documents > 0
      ? `${count(stats.embedded, 'document')} of ${count(stats.documents, 'document')} can be found by meaning, with ${embedding.space}.`
      : `The model is ${embedding.space}.`
  const note = embedding.note === null ? share : `${embedding.note} ${share}`
  return backlog.documents_to_embed === 0
    ? { tone: 'ok', says: 'Everything can be searched by meaning.', detail: note }
    : {
        tone: 'wait',
        says: `${count(backlog.documents_to_embed, 'document')} still to embed.`,
        detail: note,
      }
}

const deadLine = ({ dead, jobs }: JobHealth): HealthLine => {
  const amount = Math.max(
    dead.length,
    jobs.reduce((sum, job) => sum + job.dead, 0),
  )
  return amount === 0
    ? { tone: 'ok', says: 'No job has failed for good.', detail: '' }
    : {
        tone: 'error',
        says: `${count(amount, 'job')} failed for good.`,
        detail: 'They were tried several times. Below is why, and a way to try again.',
      }
}

const JOBS: Record<string, string> = {
  'distil-session': 'Distil a session',
  'embed-documents': 'Embed documents',
  'index-memory-file': 'Index a memory file anew',
  'index-messages': 'Index a session anew',
  'refresh-lexeme-stats': 'Count words for ranking',
}

/** What a job does, for people. */
export const jobTitle = (name: string): string => lookUp(JOBS, name) ?? name

/** What a job works on, where there is a page of it. */
export const jobSubject = ({
  payload: { session_id, memory_file_id },
}: Pick<JobHealth['dead'][number], 'payload'>): { href: string; says: string } | undefined => {
  if (session_id) return { href: `/sessions/${session_id}`, says: 'the session' }
  if (memory_file_id) return { href: `/memory-files/${memory_file_id}`, says: 'the memory file' }
  return undefined
}
