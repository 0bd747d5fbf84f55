/**
 * Lends a buffer of this many bytes, whose contents are whatever was there before, until the work is done. It is the same
 * memory again and again: thousands of small buffers, each free a moment later, make a process large, and what is in use
 * between them keeps it so.
 */
export const withBuffer = async <T>(
  bytes: number,
  work: (buffer: Buffer) => Promise<T>,
): Promise<T> => {
  if (bytes > SPARE_BYTES) return work(Buffer.allocUnsafeSlow(bytes))
  const whole = spare.pop() ?? Buffer.allocUnsafeSlow(SPARE_BYTES)
  try {
    return await work(whole.subarray(0, bytes))
  } finally {
    if (spare.length < MAX_SPARE) spare.push(whole)
  }
}

/** Room for a part of a file; of a buffer of this size only what is written to takes memory. */
const SPARE_BYTES = 1 << 20
/** As many files as are read at a time, as a rule. */
const MAX_SPARE = 2
const spare: Buffer[] = []
