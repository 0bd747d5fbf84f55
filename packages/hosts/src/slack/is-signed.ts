import { createHmac, timingSafeEqual } from 'node:crypto'

const SIGNATURE = /^v0=[0-9a-f]{64}$/
const SECONDS = /^\d{1,12}$/
/** What was signed earlier may be an old request that somebody sends again. */
const TOLERANCE_SECONDS = 5 * 60

type Sent = {
  body: string
  timestamp: string | undefined
  signature: string | undefined
  now: Date
}

/** Whether who knows the signing secret sent these bytes within the last minutes; compared in constant time. */
export const isSigned = (secret: string, { body, timestamp, signature, now }: Sent): boolean => {
  if (timestamp === undefined || signature === undefined) return false
  if (!SECONDS.test(timestamp) || !SIGNATURE.test(signature)) return false
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest()
  return timingSafeEqual(expected, Buffer.from(signature.slice(3), 'hex'))
}
