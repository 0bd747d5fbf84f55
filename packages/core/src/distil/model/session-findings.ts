import type { MessageId } from '@teamlore/shared'
import type { EarlierFinding } from './prompt.ts'
import { bareName, type Verified } from './verify-answer.ts'

/** A session of many segments names its newest findings: what it repairs, it mostly found not long before. */
const MAX_LISTED = 60

/** A finding by the name under which a model sees it. */
export type Named = Verified & { name: string }

/** What was found in a session, segment by segment: each later one receives what there is, and may say what no longer holds. */
export const createSessionFindings = () => {
  let count = 0
  const holding = new Map<string, Verified>()
  const weighed = new Set<MessageId>()
  const listed = (): EarlierFinding[] =>
    [...holding].slice(-MAX_LISTED).map(([name, { finding }]) => ({ name, title: finding.title }))
  return {
    listed,
    /** Names that were not listed mean nothing. */
    drop(names: readonly string[]) {
      const known = new Set(listed().map(({ name }) => name))
      for (const name of names.map(bareName)) if (known.has(name)) holding.delete(name)
    },
    /** These were never worth a finding. */
    strike(names: readonly string[]) {
      for (const name of names) holding.delete(name)
    },
    /** @returns them with their names. */
    add(found: readonly Verified[]): Named[] {
      return found.map((one) => {
        const name = `f${++count}`
        holding.set(name, one)
        for (const { message } of one.evidence) weighed.add(message.id)
        return { ...one, name }
      })
    },
    holding: (): Verified[] => [...holding.values()],
    /** Messages that findings rested on, whatever became of these. */
    weighed: (): ReadonlySet<MessageId> => weighed,
  }
}
