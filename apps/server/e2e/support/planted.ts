import { labelledSecrets, type Positive } from '../../../../bench/labelled/index.ts'

export type Planted = Positive

/** One of each kind that has a shape or a place of its own, in what it stands in. What is marked is no secret to look for. */
export const PLANTED: readonly Planted[] = [
  ...new Map(labelledSecrets().map((positive) => [positive.kind, positive])).values(),
].filter(({ kind }) => kind !== 'marked by a person')

/** A key whose maker marked it, and that could be the name of a folder, a branch or a model. */
export const KEY_IN_PLACES = PLANTED.find(({ kind }) => kind === 'github classic')?.secret ?? ''

export const textOf = ({ before, secret, after }: Planted): string => before + secret + after

/** Half of a key is a leak as well, as long as it is more than its kind's usual beginning. */
const HALVED_CHARS = 40

/** By what they would be found, wherever they lie: also as JSON writes them, and where something cut them in two. */
const needlesOf = ({ secret }: Planted): string[] => {
  const middle = secret.length >> 1
  const pieces =
    secret.length < HALVED_CHARS || /[\n\\]/.test(secret)
      ? [secret]
      : [secret.slice(0, middle), secret.slice(middle)]
  return [...new Set([...pieces, ...pieces.map((piece) => JSON.stringify(piece).slice(1, -1))])]
}

export const createNeedles = (planted: readonly Planted[]) => {
  const needles = planted.flatMap((one) =>
    needlesOf(one).map((needle) => ({ kind: one.kind, bytes: Buffer.from(needle) })),
  )
  const kindsIn = createFinder(needles)
  return {
    /** Kinds of what a text gives away, also where it is JSON within JSON. */
    leaksIn: (text: string): string[] => {
      const texts = new Set([text, unescaped(text), unescaped(unescaped(text))])
      return [...new Set([...texts].flatMap((one) => kindsIn(Buffer.from(one))))]
    },
    leaksInBytes: kindsIn,
  }
}

type Needle = { kind: string; bytes: Buffer }

const START_BYTES = 3

/** Passes over the bytes once for all of the needles: whole databases are looked through for hundreds of them. */
const createFinder = (needles: readonly Needle[]): ((bytes: Buffer) => string[]) => {
  const byStart = new Map<number, Needle[]>()
  const isStart = new Uint8Array(1 << (8 * START_BYTES))
  for (const needle of needles) {
    const start = needle.bytes.readUIntBE(0, START_BYTES)
    isStart[start] = 1
    byStart.set(start, [...(byStart.get(start) ?? []), needle])
  }
  return (bytes) => {
    const kinds = new Set<string>()
    let start = 0
    for (let end = 1; end <= bytes.length; end += 1) {
      start = ((start << 8) | (bytes[end - 1] ?? 0)) & (isStart.length - 1)
      if (isStart[start] === 0 || end < START_BYTES) continue
      const at = end - START_BYTES
      for (const { kind, bytes: needle } of byStart.get(start) ?? [])
        if (bytes.subarray(at, at + needle.length).equals(needle)) kinds.add(kind)
    }
    return [...kinds]
  }
}

const unescaped = (text: string): string => text.replace(/\\(["\\/])/g, '$1')
