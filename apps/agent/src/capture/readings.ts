import type { SessionReader } from '@teamlore/sources/shared/session-reader'

/** A session that is read on as its file grows. */
export type Reading = {
  reader: SessionReader
  /** By which its contents were left out, as in `Allowed`. */
  rules: string
  /** Messages of it that belong to another session, with whose they are. */
  dropped: ReadonlyMap<string, string>
}

export type Readings = ReturnType<typeof createReadings>

/** Of all of them together; some hundred bytes each. */
const MAX_MESSAGES = 40_000
/** After so long without a change, a file is read from its beginning again when it goes on. */
const FORGET_MS = 15 * 60_000

type Options = {
  /** Milliseconds of a clock that only goes forward. */
  clock: () => number
}

/**
 * The readings used last. Whoever takes one puts it back when all went well: what was stopped half way is forgotten, and its
 * file read from its beginning.
 */
export const createReadings = ({ clock }: Options) => {
  const kept = new Map<string, Reading & { usedAt: number }>()

  const shrink = (): void => {
    let messages = 0
    for (const { reader } of kept.values()) messages += reader.messages()
    for (const [name, { reader, usedAt }] of kept) {
      const isOld = clock() - usedAt > FORGET_MS
      if (!isOld && (messages <= MAX_MESSAGES || kept.size === 1)) continue
      messages -= reader.messages()
      kept.delete(name)
    }
  }

  return {
    take: (name: string): Reading | undefined => {
      const reading = kept.get(name)
      kept.delete(name)
      return reading
    },
    /** The one used last stands at the end. */
    putBack: (name: string, reading: Reading): void => {
      kept.set(name, { ...reading, usedAt: clock() })
      shrink()
    },
    forgetOld: shrink,
  }
}
