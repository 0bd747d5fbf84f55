import { timingSafeEqual } from 'node:crypto'
import { signWebhook } from '../signing/signature.ts'

const TOLERANCE_SECONDS = 300

/** As it came over the wire: the signature is of these very characters. */
export type Signed = {
  id: string
  /** Seconds since 1970. */
  timestamp: string
  /** One or more, each after a space. */
  signature: string
  body: string
}

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Whether one of the secrets made one of the signatures, and not long ago. */
export const isSigned = (
  secrets: readonly string[],
  { id, timestamp, signature, body }: Signed,
  now: Date,
): boolean => {
  if (!/^\d{1,12}$/.test(timestamp)) return false
  const seconds = Number(timestamp)
  if (Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_SECONDS) return false
  const given = signature.split(' ').slice(0, 10)
  const own = secrets.map((secret) => signWebhook(secret, { id, timestamp: seconds, body }))
  return given.some((one) => own.some((made) => isSame(one, made)))
}
