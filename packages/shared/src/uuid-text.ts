const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const BYTES = 16
const COUNTER_LIMIT = 0x1_0000_0000

/** Random bytes are fetched many at a time: ids are made by the thousand, and each fetch has its price. */
const pool = new Uint8Array(4_096)
let used = pool.length

const bytes = new Uint8Array(BYTES)
let lastMs = 0
let counter = 0

const takeRandom = (count: number): number => {
  if (used + count > pool.length) {
    globalThis.crypto.getRandomValues(pool)
    used = 0
  }
  used += count
  return used - count
}

/** Ids made within one millisecond go on counting from a random beginning, so they sort as they were made. */
const tick = (): void => {
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    const at = takeRandom(4)
    counter = 0
    for (let i = 0; i < 4; i++) counter = counter * 256 + (pool[at + i] ?? 0)
    // Room to count up in.
    counter = Math.floor(counter / 2)
    return
  }
  counter += 1
  if (counter >= COUNTER_LIMIT) {
    counter = 0
    lastMs += 1
  }
}

/** RFC 9562, version 7: 48 bits of milliseconds, 32 bits that count, 42 random ones, version and variant between. */
const fill = (): void => {
  tick()
  const high = Math.floor(lastMs / 0x1_0000)
  bytes[0] = high >>> 24
  bytes[1] = high >>> 16
  bytes[2] = high >>> 8
  bytes[3] = high
  bytes[4] = lastMs >>> 8
  bytes[5] = lastMs
  bytes[6] = 0x70 | (counter >>> 28)
  bytes[7] = counter >>> 20
  bytes[8] = 0x80 | ((counter >>> 14) & 0x3f)
  bytes[9] = counter >>> 6
  const at = takeRandom(6)
  for (let i = 0; i < 6; i++) bytes[10 + i] = pool[at + i] ?? 0
  bytes[10] = ((counter & 0x3f) << 2) | ((bytes[10] ?? 0) & 0x3)
}

/** 26 characters of lower-case Crockford base32: 128 bits with two zero bits in front. */
export const encodeBase32 = (source: Uint8Array): string => {
  let text = ''
  let held = 0
  let bits = 2
  for (const byte of source) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(held >>> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return text
}

/** A new UUIDv7 as an id writes it. Each sorts after the one before it. */
export const newUuidText = (): string => {
  fill()
  return encodeBase32(bytes)
}
