import { createHash } from 'node:crypto'
import type { AuditBatch, ChainRow, NewAuditBatch, PersonalField } from '@teamlore/db'

/** What stands in the first batch in the place of the hash of one before. */
export const NO_BATCH = '0'.repeat(64)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Keys in one order, so that the same details are the same text on every engine. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** Over all of an event but the fields that stand apart; of these it holds the salted hash, which an erasure leaves. */
export const hashOfRow = (row: ChainRow): string => {
  const { id, teamId, userId, machineId, action, subject, details, createdAt } = row
  const fields = [id, teamId, userId, machineId, action, subject, createdAt, sorted(details)]
  return sha256(JSON.stringify(fields))
}

export const rootOf = (entries: readonly { id: string; hash: string }[]): string =>
  sha256(entries.map(({ id, hash }) => `${id} ${hash}\n`).join(''))

type Sealed = Pick<AuditBatch, 'number' | 'previousHash' | 'root'> & { sealedAt: Date }

export const hashOfBatch = (
  teamId: string,
  { number, previousHash, root, sealedAt }: Sealed,
): string => sha256(JSON.stringify([teamId, number, previousHash, root, sealedAt.toISOString()]))

/** The batch that follows `last`, of these events. */
export const sealBatch = (
  teamId: string,
  last: { number: number; hash: string } | undefined,
  rows: readonly ChainRow[],
  sealedAt: Date,
): NewAuditBatch => {
  const entries = rows.map((row) => ({ id: row.id, hash: hashOfRow(row) }))
  const number = (last?.number ?? 0) + 1
  const previousHash = last?.hash ?? NO_BATCH
  const root = rootOf(entries)
  const hash = hashOfBatch(teamId, { number, previousHash, root, sealedAt })
  return { number, previousHash, entries, root, hash, sealedAt }
}

const IS_HASH = /^sha256:[0-9a-f]{64}$/

/** The field of an event whose value, as it is shown, is not what was sealed. Undefined: all of them are, or were erased. */
export const changedField = (
  details: Record<string, unknown>,
  personal: readonly PersonalField[],
): string | undefined => {
  const changed = personal.find(({ field, salt, value }) => {
    if (value === null && salt === null) return false
    return details[field] !== `sha256:${sha256(`${salt}\n${value}`)}`
  })
  if (changed !== undefined) return changed.field
  const apart = new Set(personal.map(({ field }) => field))
  return Object.entries(details).find(
    ([field, value]) => typeof value === 'string' && IS_HASH.test(value) && !apart.has(field),
  )?.[0]
}
