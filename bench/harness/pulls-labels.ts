/** Which memories are wanted on which pull request, and who says so (bench/data/pulls/labels). */
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const labelSchema = z.object({
  repository: z.string(),
  pull: z.string(),
  wanted: z.array(z.string()),
})
export type PullLabel = z.infer<typeof labelSchema>

const verdictSchema = z.object({
  repository: z.string(),
  pull: z.string(),
  memory: z.string(),
  is_wanted: z.boolean(),
  why: z.string(),
})
type Verdict = z.infer<typeof verdictSchema>

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../data/pulls/labels/${name}.json`, import.meta.url), 'utf8'))

const isOf = ({ repository, pull }: PullLabel, other: { repository: string; pull: string }) =>
  repository === other.repository && pull === other.pull

/** Both labellers' wanted, where they agree; where they do not, what was settled. */
const settled = (first: PullLabel, second: PullLabel, verdicts: readonly Verdict[]): PullLabel => {
  const both = new Set([...first.wanted, ...second.wanted])
  const wanted = [...both].filter((memory) => {
    if (first.wanted.includes(memory) && second.wanted.includes(memory)) return true
    const verdict = verdicts.find((one) => isOf(first, one) && one.memory === memory)
    if (verdict === undefined)
      throw new Error(`${first.repository} ${first.pull}: ${memory} is not settled.`)
    return verdict.is_wanted
  })
  return { repository: first.repository, pull: first.pull, wanted }
}

/** Requests that were labelled twice, the first and the second labels beside each other. */
export const readTwiceLabelled = (): { first: PullLabel; second: PullLabel }[] => {
  const others = labelSchema.array().parse(read('second'))
  return labelSchema
    .array()
    .parse(read('first'))
    .map((first) => {
      const second = others.find((one) => isOf(first, one))
      if (second === undefined)
        throw new Error(`${first.repository} ${first.pull} has no second label.`)
      return { first, second }
    })
}

/** What is wanted of every request in the end. */
export const readPullLabels = (): PullLabel[] => {
  const verdicts = verdictSchema.array().parse(read('settled'))
  return [
    ...readTwiceLabelled().map(({ first, second }) => settled(first, second, verdicts)),
    ...labelSchema.array().parse(read('blind')),
  ]
}
