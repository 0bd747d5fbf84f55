/**
 * SHA-256 in hex, at once and without anything of Node's: what a browser offers answers later. For short texts; whoever has
 * Node uses its own.
 */
export const sha256 = (text: string): string => {
  const state = Uint32Array.from(BEGINNING)
  const message = padded(new TextEncoder().encode(text))
  const words = new Uint32Array(64)
  for (let at = 0; at < message.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = message.getUint32(at + 4 * i)
    mix(state, words)
  }
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('')
}

/** A one behind the text, zeros, and how many bits it has, to a multiple of 64 bytes. */
const padded = (bytes: Uint8Array): DataView => {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  whole.set(bytes)
  whole[bytes.length] = 0x80
  const view = new DataView(whole.buffer)
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(whole.length - 4, bytes.length << 3)
  return view
}

const mix = (state: Uint32Array, w: Uint32Array): void => {
  for (let i = 16; i < 64; i++) {
    const [x = 0, y = 0] = [w[i - 15], w[i - 2]]
    const near = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)
    const far = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10)
    w[i] = (w[i - 16] ?? 0) + near + (w[i - 7] ?? 0) + far
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const chosen = (e & f) ^ (~e & g)
    const most = (a & b) ^ (a & c) ^ (b & c)
    const one =
      h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + (ROUNDS[i] ?? 0) + (w[i] ?? 0)
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] ?? 0) + word
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

const PRIMES = primesBelow(312)
/** The first 32 bits behind the point of a root. */
const behindThePoint = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32)
const BEGINNING = PRIMES.slice(0, 8).map((prime) => behindThePoint(Math.sqrt(prime)))
const ROUNDS = PRIMES.map((prime) => behindThePoint(Math.cbrt(prime)))

function primesBelow(end: number): number[] {
  const primes: number[] = []
  for (let n = 2; n < end; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes
}
