import { addToCorpus, corpusOf } from '../../statements/corpus.ts'
import { relateStatements } from '../../statements/relate-statements.ts'
import type { Relation } from '../../statements/verdict.types.ts'
import type { Activity } from '../transcript/activity.ts'
import type { DistilledObservation } from '../transcript/distil.types.ts'
import type { PromptRange } from '../transcript/prompt-ranges.ts'
import { matterOf, TAKES_BACK, takenBackIn } from '../wording/taken-back.ts'

const DENIAL =
  /^(?:(?:hm+|ok|okay|but|argh|sorry|well|nah)[,.! ]+)*(?:no\b|nope|nah\b|wrong\b|still\b|it(?:'s| is)? still|that(?:'s| is) (?:not|wrong)|that (?:did|does)(?:n't| not)|not (?:true|right|correct|working|fixed)|why would|same (?:error|problem|issue|thing)|(?:it|this) (?:(?:does|did)(?:n't| not) (?:work|help|fix)|isn't))/i

/** Within one session the later word counts, also where it is not sure that it is of the same. */
const REPLACES: ReadonlySet<Relation> = new Set(['supersedes', 'contradicts', 'unsure'])

/** What was said after a finding's own message, in its range. */
const saidAfter = ({ messages }: PromptRange, { messageId }: DistilledObservation): string[] =>
  messages
    .slice(messages.findIndex(({ id }) => id === messageId) + 1)
    .flatMap(({ kind, text }) => (kind === 'assistant' ? [text] : []))

const isTakenBack = (texts: readonly string[], { title }: DistilledObservation): boolean =>
  !TAKES_BACK.test(title) && takenBackIn(texts, matterOf(title)) !== undefined

/** What a range found out holds until the session says that it was wrong, or says something else of the same. */
export const createRetractions = () => {
  const corpus = corpusOf([])
  let open: string[] = []
  const isReplaced = (older: DistilledObservation, newer: readonly DistilledObservation[]) =>
    newer.some(({ title, key }) => {
      if (key === older.key) return false
      const { relation } = relateStatements({
        older: { statement: older.title },
        newer: { statement: title },
        corpus,
        isOrdered: true,
      })
      return REPLACES.has(relation)
    })
  return {
    /** Keys of what the last range had found and this prompt denies. */
    deniedBy: ({ request }: PromptRange): ReadonlySet<string> => {
      const denied = DENIAL.test(request.trim()) ? open : []
      open = []
      return new Set(denied)
    },
    /** @returns those of the findings before that nothing in this range takes back or replaces. */
    left: (
      earlier: readonly DistilledObservation[],
      found: readonly DistilledObservation[],
      { request, messages }: PromptRange,
    ): DistilledObservation[] => {
      const texts = [
        request,
        ...messages.flatMap(({ kind, text }) => (kind === 'assistant' ? [text] : [])),
      ]
      for (const { title } of found) addToCorpus(corpus, title)
      return earlier.filter(
        (one) => one.purpose !== 'finding' || !(isTakenBack(texts, one) || isReplaced(one, found)),
      )
    },
    /** @returns those of a range's own findings that it does not take back itself. */
    kept: (found: readonly DistilledObservation[], range: PromptRange): DistilledObservation[] =>
      found.filter((one) => !isTakenBack(saidAfter(range, one), one)),
    /** Takes what may still be denied: words of the assistant that no check has borne out, and repairs in any case. */
    watch: (findings: readonly DistilledObservation[], activity: Activity) => {
      const passed = activity.steps.some((step) => step.kind === 'check' && !step.failed)
      open = findings
        .filter(({ origin, type }) => origin === 'agent' && (type === 'bugfix' || !passed))
        .map(({ key }) => key)
    },
  }
}
