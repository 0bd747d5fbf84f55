/** Whether a session begins with a brief, by chance. */
export const HOLDOUT_ARMS = ['with_brief', 'without_brief'] as const
export type HoldoutArm = (typeof HOLDOUT_ARMS)[number]

/** Sessions are dealt to so many places; each percent of the share is a hundred of them. */
const PLACES = 10_000

/** How a project parts its sessions: `round` salts the hash, so that no two rounds part them alike. */
export type Split = { round: string; share: number }

/**
 * The arm of a session by the name that its tool gives it: the same on every machine and for every call of the session. The hash is that of
 * the POSIX program `cksum`, as the program that hooks call is a few lines of shell.
 */
export const armOf = ({ round, share }: Split, session: string): HoldoutArm =>
  checksum(`${round}${session}`) % PLACES < placesOf(share) ? 'without_brief' : 'with_brief'

/** How many of the places begin without a brief. */
export const placesOf = (share: number): number => (PLACES / 100) * share

/** What `cksum` prints for these letters: a CRC of them and of how many there are. */
const checksum = (text: string): number => {
  const bytes = new TextEncoder().encode(text)
  let crc = 0
  for (const byte of bytes) crc = next(crc, byte)
  for (let length = bytes.length; length > 0; length = Math.floor(length / 256))
    crc = next(crc, length % 256)
  return ~crc >>> 0
}

const POLYNOMIAL = 0x04c11db7

const next = (crc: number, byte: number): number => {
  let value = crc ^ (byte << 24)
  for (let bit = 0; bit < 8; bit++)
    value = value & 0x80000000 ? (value << 1) ^ POLYNOMIAL : value << 1
  return value
}
