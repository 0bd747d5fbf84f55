import { isBoilerplate, isQuestion } from '../wording/phrasing.ts'
import { standsAs } from './before-the-change.ts'
import type { Candidate } from './candidate.ts'
import { usefulness } from './classify.ts'
import { declares } from './declares.ts'
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
  /** A cause that was repaired has been borne out. */
  thresholdOfFix: 0.42,
  /** What an answer says last of how things are, with its reason or limit; in a chat that looked at nothing it takes more. */
  thresholdOfAnswer: 0.42,
  thresholdOfChatAnswer: 0.55,
  /** What a person declares in a few words is theirs to say. */
  declared: 0.7,
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
  /** Served as a finding, as a cause that was repaired, or kept with the record of the work. */
  purpose: Exclude<ReturnType<typeof standsAs>, 'nothing'>
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

/** What bars a sentence for its form alone is no bar for what a person declares: it is short, and may have the shape of an order. */
const OF_FORM = new Set(['short', 'no verb', 'plain request', 'step of a plan', 'cut'])
const unlessDeclared = (bar: string | undefined, { speaker }: Candidate) =>
  bar !== undefined && speaker === 'human' && OF_FORM.has(bar) ? undefined : bar

const readyOf = (candidate: Candidate): Ready | undefined => {
  const purpose = standsAs(candidate)
  if (purpose === 'nothing' || unlessDeclared(barred(candidate), candidate) !== undefined)
    return undefined
  const veto = unlessDeclared(vetoed(candidate), candidate)
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

/** Another number is another statement, however like its words are. */
export const numbersIn = (text: string): string => (text.match(/\d+(?:[.,:]\d+)*/g) ?? []).join(' ')

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

const REASONED =
  /\b(?:because|since|so|only|never|always|must|unless|not|won't|doesn't|cannot|can't|instead of|rather than)\b/i

/** The last words of a turn that changed nothing: how things are, and why or how far. */
const isAnswer = (candidate: Candidate): boolean =>
  candidate.speaker === 'assistant' &&
  candidate.isFinal &&
  candidate.form === 'sentence' &&
  candidate.changesAfter + candidate.changesBefore === 0 &&
  REASONED.test(candidate.text) &&
  declares(candidate)

/** What one message says was wrong is one repair. */
const isSameRepair = (chosen: readonly ChosenFinding[], one: ChosenFinding): boolean =>
  one.purpose === 'fix' &&
  chosen.some(({ purpose, candidate }) => purpose === 'fix' && candidate.at === one.candidate.at)

const weighed = (candidate: Candidate, vector: Float32Array | undefined, form: number): number => {
  const share = vector === undefined ? form : usefulness(candidate, vector)
  return candidate.speaker === 'human' ? Math.max(share, FINDING_LIMITS.declared) : share
}

type Known = { words: ReadonlySet<string>; numbers: string; vector: Float32Array | undefined }
const MAX_KNOWN = 300

/** Chooses the findings of one range after the other; what was chosen before is not chosen again. */
export const createFindingChooser = (vectorsOf: SentenceVectors) => {
  const known: Known[] = []
  const isKnown = ({ words, numbers, vector }: Known) =>
    known.some(
      (other) =>
        other.numbers === numbers &&
        (overlap(other.words, words) > FINDING_LIMITS.sameWords ||
          dot(other.vector, vector) > FINDING_LIMITS.sameCosine),
    )
  const keep = (one: Known) => {
    known.push(one)
    if (known.length > MAX_KNOWN) known.shift()
  }

  const thresholdFor = (
    { candidate, joined, purpose }: Ready,
    { looked, isEmbedded }: { looked: boolean; isEmbedded: boolean },
  ): number => {
    if (purpose === 'fix') return FINDING_LIMITS.thresholdOfFix
    if (joined === undefined && isAnswer(candidate))
      return looked ? FINDING_LIMITS.thresholdOfAnswer : FINDING_LIMITS.thresholdOfChatAnswer
    return Math.max(
      isEmbedded ? FINDING_LIMITS.threshold : FINDING_LIMITS.thresholdByForm,
      looked || candidate.speaker !== 'assistant' ? 0 : FINDING_LIMITS.thresholdOfChat,
      joined === undefined ? 0 : FINDING_LIMITS.thresholdOfJoined,
    )
  }

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
        .filter(({ form, candidate }) => candidate.speaker === 'human' || form >= WORTH_EMBEDDING)
        .sort((a, b) => b.form - a.form)
        .slice(0, MAX_EMBEDDED)
      const vectors = await vectorsOf(
        worth.map(({ candidate }) => candidate.text),
        signal,
      )
      const ranked = worth
        .map(({ form, ...one }) => {
          const vector = vectors.get(one.candidate.text)
          const confidence = weighed(one.candidate, vector, form)
          return { ...one, confidence, vector }
        })
        .filter(
          (one) =>
            one.confidence >= thresholdFor(one, { looked, isEmbedded: one.vector !== undefined }),
        )
        .sort((a, b) => b.confidence - a.confidence)
      const chosen: ChosenFinding[] = []
      for (const { vector, ...one } of ranked) {
        const { text } = one.candidate
        const mine = { words: wordsOf(text), numbers: numbersIn(text), vector }
        if (chosen.length >= max || isSameRepair(chosen, one) || isKnown(mine)) continue
        keep(mine)
        chosen.push(one)
      }
      return chosen.sort(
        (a, b) => a.candidate.at - b.candidate.at || a.candidate.place - b.candidate.place,
      )
    },
  }
}
