import { isBoilerplate, isQuestion } from '../wording/phrasing.ts'
import { standsAs } from './before-the-change.ts'
import type { Candidate } from './candidate.ts'
import { usefulness } from './classify.ts'
import { findingTitle } from './finding-title.ts'
import { barred } from './gates.ts'
import type { SentenceVectors } from './sentence-vectors.ts'
import { NEEDS_PREVIOUS, vetoed } from './vetoes.ts'

/** Shares of usefulness from which a sentence is kept; measured in docs/benchmarks.md. */
export const FINDING_LIMITS = {
  threshold: 0.55,
  /** Without an embedding, and in a chat that looked at nothing, it takes more. */
  thresholdByForm: 0.65,
  thresholdOfChat: 0.7,
  thresholdOfJoined: 0.65,
  perRange: 3,
  titleChars: 160,
  joinedTitleChars: 220,
  sameCosine: 0.8,
  sameWords: 0.75,
} as const

/** Sentences of a range that are embedded at most: those that their form speaks for. */
const MAX_EMBEDDED = 40
const WORTH_EMBEDDING = 0.12

export type ChosenFinding = {
  candidate: Candidate
  title: string
  /** The sentence before, where this one cannot be understood without it. */
  joined: string | undefined
  confidence: number
  /** Served as a finding, or kept with the record of the work since the session itself changes what it says. */
  purpose: 'finding' | 'work'
}

type Ready = Omit<ChosenFinding, 'confidence'>

/** A sentence that points back is taken with the one it points to, where that one stands alone. */
const joinedTo = (candidate: Candidate, purpose: Ready['purpose']): Ready | undefined => {
  const { prev, text } = candidate
  const before = { ...candidate, text: prev, label: '' }
  const isSound =
    prev !== '' &&
    barred(before) === undefined &&
    vetoed(before) === undefined &&
    !isBoilerplate(prev) &&
    !isQuestion(prev)
  if (!isSound) return undefined
  const whole = { ...candidate, text: `${prev} ${text}` }
  const title = findingTitle(whole, FINDING_LIMITS.joinedTitleChars)
  return title !== undefined && title.length > prev.length + 20
    ? { candidate, title, joined: prev, purpose }
    : undefined
}

const readyOf = (candidate: Candidate): Ready | undefined => {
  const purpose = standsAs(candidate)
  if (purpose === 'nothing' || barred(candidate) !== undefined) return undefined
  const veto = vetoed(candidate)
  if (veto === NEEDS_PREVIOUS) {
    const isOtherwiseSound = vetoed({ ...candidate, text: pointsNowhere(candidate.text) })
    return isOtherwiseSound === undefined ? joinedTo(candidate, purpose) : undefined
  }
  if (veto !== undefined) return undefined
  const title = findingTitle(candidate, FINDING_LIMITS.titleChars)
  return title === undefined ? undefined : { candidate, title, joined: undefined, purpose }
}

/** The sentence with a subject in the place of its pronoun, so that the other vetoes can be asked. */
const pointsNowhere = (text: string) =>
  text.replace(
    /^(?:(?:but|and|so|also)[, ]+)?(?:this|that|it|its|it's|they|these|those)\b/i,
    'Such code',
  )

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [])

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return shared / Math.max(1, Math.min(a.size, b.size))
}

const dot = (a: Float32Array | undefined, b: Float32Array | undefined): number => {
  if (a === undefined || b === undefined) return 0
  let sum = 0
  for (const [k, x] of a.entries()) sum += x * (b[k] ?? 0)
  return sum
}

type Known = { words: ReadonlySet<string>; vector: Float32Array | undefined }
const MAX_KNOWN = 300

/** Chooses the findings of one range after the other; what was chosen before is not chosen again. */
export const createFindingChooser = (vectorsOf: SentenceVectors) => {
  const known: Known[] = []
  const isKnown = ({ words, vector }: Known) =>
    known.some(
      (other) =>
        overlap(other.words, words) > FINDING_LIMITS.sameWords ||
        dot(other.vector, vector) > FINDING_LIMITS.sameCosine,
    )
  const keep = (one: Known) => {
    known.push(one)
    if (known.length > MAX_KNOWN) known.shift()
  }

  const thresholdFor = (
    { candidate, joined }: Ready,
    { looked, isEmbedded }: { looked: boolean; isEmbedded: boolean },
  ): number =>
    Math.max(
      isEmbedded ? FINDING_LIMITS.threshold : FINDING_LIMITS.thresholdByForm,
      looked || candidate.speaker !== 'assistant' ? 0 : FINDING_LIMITS.thresholdOfChat,
      joined === undefined ? 0 : FINDING_LIMITS.thresholdOfJoined,
    )

  return {
    /** @param looked whether a tool showed the assistant something in this session so far. */
    async choose(
      candidates: readonly Candidate[],
      { looked, signal, max }: { looked: boolean; signal: AbortSignal | undefined; max: number },
    ): Promise<ChosenFinding[]> {
      const ready = candidates.flatMap((candidate) => {
        const one = readyOf(candidate)
        return one === undefined ? [] : [{ ...one, form: usefulness(candidate) }]
      })
      const worth = ready
        .filter(({ form }) => form >= WORTH_EMBEDDING)
        .sort((a, b) => b.form - a.form)
        .slice(0, MAX_EMBEDDED)
      const vectors = await vectorsOf(
        worth.map(({ candidate }) => candidate.text),
        signal,
      )
      const ranked = worth
        .map(({ form, ...one }) => {
          const vector = vectors.get(one.candidate.text)
          const confidence = vector === undefined ? form : usefulness(one.candidate, vector)
          return { ...one, confidence, vector }
        })
        .filter(
          (one) =>
            one.confidence >= thresholdFor(one, { looked, isEmbedded: one.vector !== undefined }),
        )
        .sort((a, b) => b.confidence - a.confidence)
      const chosen: ChosenFinding[] = []
      for (const { vector, ...one } of ranked) {
        const mine = { words: wordsOf(one.candidate.text), vector }
        if (chosen.length >= max || isKnown(mine)) continue
        keep(mine)
        chosen.push(one)
      }
      return chosen.sort(
        (a, b) => a.candidate.at - b.candidate.at || a.candidate.place - b.candidate.place,
      )
    },
  }
}
