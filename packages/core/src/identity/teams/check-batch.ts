import type { AuditBatch, ChainRow, PersonalField } from '@teamlore/db'
import type { AuditBreak } from '@teamlore/shared/audit'
import { changedField, hashOfBatch, hashOfRow, NO_BATCH, rootOf } from './audit-chain.ts'

type StoredEvent = ChainRow & { batch: number; personal: PersonalField[] }

export type Checked = {
  broken: AuditBreak | null
  /** The latest time that an event up to here says it is of, in milliseconds. */
  newest: number
}

/** Longer than a transaction takes: an event that says it is so much older than those sealed before it was put in later. */
const LATE_MS = 60 * 60_000

/** Whether a batch follows the one before and its events are those that were sealed. */
export const checkBatch = (
  teamId: string,
  before: AuditBatch | undefined,
  batch: AuditBatch,
  events: readonly StoredEvent[],
  newest: number,
): Checked => {
  const broken =
    linkBreak(teamId, before, batch) ??
    entryBreak(batch, events) ??
    eventBreak(batch, events, newest)
  // Who dates an event into the future makes none after it late.
  const latest = Math.max(newest, ...events.map(({ createdAt }) => Date.parse(createdAt)))
  return { broken, newest: Math.min(latest, Math.max(newest, Date.parse(batch.sealedAt))) }
}

/** An event of a batch that is not there. */
export const strayBreak = ({ id, batch }: { id: string; batch: number }): AuditBreak => ({
  kind: 'batch_removed',
  batch,
  event: id,
  message: `Batch ${batch} was taken out; event ${id} says that it was sealed in it.`,
})

const linkBreak = (
  teamId: string,
  before: AuditBatch | undefined,
  batch: AuditBatch,
): AuditBreak | null => {
  const { number, previousHash, entries, root, hash, sealedAt } = batch
  const due = (before?.number ?? 0) + 1
  const of = { batch: number, event: null }
  if (number !== due)
    return { ...of, kind: 'batch_removed', batch: due, message: `Batch ${due} was taken out.` }
  const isWhole =
    rootOf(entries) === root &&
    hashOfBatch(teamId, { number, previousHash, root, sealedAt: new Date(sealedAt) }) === hash
  if (!isWhole)
    return { ...of, kind: 'batch_changed', message: `Batch ${number} itself was changed.` }
  if (previousHash === (before?.hash ?? NO_BATCH)) return null
  const message =
    before === undefined
      ? `Batch ${number} is not the beginning of the chain: something before it was taken out.`
      : `Batch ${number} does not follow batch ${before.number}: one of them was written anew.`
  return { ...of, kind: 'batch_changed', message }
}

const entryBreak = (
  { number, entries }: AuditBatch,
  events: readonly StoredEvent[],
): AuditBreak | null => {
  const held = new Map(events.map((event) => [event.id, event]))
  for (const { id, hash } of entries) {
    const event = held.get(id)
    const of = { batch: number, event: id }
    if (event === undefined)
      return { ...of, kind: 'removed', message: `Event ${id} of batch ${number} was taken out.` }
    if (hashOfRow(event) !== hash)
      return {
        ...of,
        kind: 'changed',
        message: `${capital(namedOf(event))} was changed after it was sealed.`,
      }
    held.delete(id)
  }
  const [added] = held.values()
  if (added === undefined) return null
  const message = `${capital(namedOf(added))} was put into batch ${number} after it was sealed.`
  return { kind: 'inserted', batch: number, event: added.id, message }
}

const eventBreak = (
  { number }: AuditBatch,
  events: readonly StoredEvent[],
  newest: number,
): AuditBreak | null => {
  for (const event of events) {
    const of = { batch: number, event: event.id }
    const field = changedField(event.details, event.personal)
    if (field !== undefined) {
      const message = `What ${namedOf(event)} says as ${field} was changed after it was sealed.`
      return { ...of, kind: 'changed', message }
    }
    if (Date.parse(event.createdAt) < newest - LATE_MS) {
      const message = `${capital(namedOf(event))} was put in later: events after its time were sealed before it. Or the clock of the database was wrong.`
      return { ...of, kind: 'inserted', message }
    }
  }
  return null
}

const namedOf = ({ id, action, createdAt }: ChainRow): string =>
  `event ${id} (${action}, ${createdAt.slice(0, 19).replace('T', ' ')} UTC)`

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
