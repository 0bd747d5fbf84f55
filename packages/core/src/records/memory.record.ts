import { KINDS } from '@teamlore/shared'
import type { Memory } from '@teamlore/shared/memories'
import { basisSentence, otherSideSentence, SETBACKS } from '@teamlore/shared/memory-standing'
import { plural } from '@teamlore/shared/plural'
import { textOfMemory } from '../documents/text-of-memory.ts'
import { wholeMemories } from '../memories/read-memory.ts'
import { lines, list } from '../text/lines.ts'
import type { OpenRecord, RecordText } from './record.types.ts'

const dayOf = (time: string): string => time.slice(0, 10)

/** What a reader must know before using it: whether it holds, what took its place, what it replaced. */
const standing = (memory: Memory): string =>
  lines([
    memory.successor !== null &&
      `Does not hold any more: replaced on ${dayOf(memory.successor.valid_from)} by ${memory.successor.id}: ${memory.successor.statement}`,
    memory.status === 'unreviewed' &&
      'Unreviewed: it passed the checks, and nobody has reviewed it yet.',
    memory.status === 'draft' && 'A draft: nobody has approved it yet.',
    memory.status === 'rejected' &&
      `Rejected${memory.review?.reason ? `: ${memory.review.reason}` : '.'}`,
    memory.stale !== null &&
      `Marked as stale on ${dayOf(memory.stale.since)}: ${memory.stale.reason}`,
    ...memory.changed_bases.map(basisSentence),
    ...memory.contradicted_by.map((side) => otherSideSentence(side)),
    ...memory.setbacks
      .filter(({ type, reason }) => type !== 'contradicted' && reason !== '')
      .map(({ type, at, reason }) => `${SETBACKS[type]} on ${dayOf(at)}: ${reason}`),
    ...memory.replaced.map(
      ({ statement, from, until, why }) =>
        `Replaced on ${dayOf(until)}: ${statement} (held since ${dayOf(from)}${why === '' ? '' : `; changed because: ${why}`})`,
    ),
  ])

const memoryRecord = (memory: Memory): RecordText => ({
  id: memory.id,
  kind: 'memory',
  title: memory.statement,
  text: lines([
    textOfMemory({
      ...memory,
      paths: memory.anchors.map(({ path, state }) =>
        state === 'unknown' ? path : `${path} (${state})`,
      ),
    }),
    standing(memory),
    `Holds since ${dayOf(memory.valid_from)}, confidence ${memory.confidence}`,
    list(
      'Evidence',
      memory.evidence.map(
        ({ kind, ref, quote }) => `${kind} ${ref}${quote === '' ? '' : `: "${quote}"`}`,
      ),
    ),
    forgottenOf(memory),
  ]),
  url: `${KINDS.memory.page}/${memory.id}`,
  session_id: memory.evidence.find(({ session_id }) => session_id !== null)?.session_id ?? null,
  occurred_at: memory.valid_from,
})

/** That a part of it is gone is said; what stood there is not. */
const forgottenOf = ({ evidence_forgotten = 0 }: Pick<Memory, 'evidence_forgotten'>) =>
  evidence_forgotten > 0 &&
  `${plural(evidence_forgotten, 'piece')} of what it rested on ${evidence_forgotten === 1 ? 'was' : 'were'} forgotten.`

export const openMemory: OpenRecord = async ({ memoryList, memories }, id) => {
  const [found] = await wholeMemories({ memories, memoryList }, [id])
  return found && memoryRecord(found)
}
