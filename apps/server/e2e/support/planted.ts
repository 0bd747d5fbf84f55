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
    needlesOf(one).map((needle) => ({ kind: one.kind, needle, bytes: Buffer.from(needle) })),
  )
  return {
    /** Kinds of what a text gives away, also where it is JSON within JSON. */
    leaksIn: (text: string): string[] => {
      const texts = [text, unescaped(text), unescaped(unescaped(text))]
      return kindsOf(needles.filter(({ needle }) => texts.some((one) => one.includes(needle))))
    },
    leaksInBytes: (bytes: Buffer): string[] =>
      kindsOf(needles.filter((needle) => bytes.includes(needle.bytes))),
  }
}

const kindsOf = (needles: readonly { kind: string }[]): string[] => [
  ...new Set(needles.map(({ kind }) => kind)),
]

const unescaped = (text: string): string => text.replace(/\\(["\\/])/g, '$1')
