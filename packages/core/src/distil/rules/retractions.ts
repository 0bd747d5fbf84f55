import type { Activity } from '../transcript/activity.ts'
import type { DistilledObservation } from '../transcript/distil.types.ts'
import type { PromptRange } from '../transcript/prompt-ranges.ts'

const DENIAL =
  /^(?:(?:hm+|ok|okay|but|argh|sorry|well)[,.! ]+)*(?:no\b|nope|wrong\b|still\b|it(?:'s| is)? still|that(?:'s| is) (?:not|wrong)|that (?:did|does)(?:n't| not)|not (?:true|right|correct|working)|why would|(?:it|this) (?:(?:does|did)(?:n't| not) (?:work|help|fix)|isn't))/i

/** What a range found out about causes stands until the next prompt says that it was wrong. */
export const createRetractions = () => {
  let open: string[] = []
  return {
    /** Keys of what the last range had found and this prompt denies. */
    deniedBy: ({ request }: PromptRange): ReadonlySet<string> => {
      const denied = DENIAL.test(request.trim()) ? open : []
      open = []
      return new Set(denied)
    },
    /** Takes what may still be denied: words of the assistant that no check has borne out. */
    watch: (findings: readonly DistilledObservation[], activity: Activity) => {
      const passed = activity.steps.some((step) => step.kind === 'check' && !step.failed)
      open = passed
        ? []
        : findings
            .filter(({ origin, type }) => origin === 'agent' && type === 'discovery')
            .map(({ key }) => key)
    },
  }
}
