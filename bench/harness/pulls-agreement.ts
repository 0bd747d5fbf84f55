/** How far two labellers agree on what a reviewer wants to know. */
import { readTwiceLabelled } from './pulls-labels.ts'
import type { PullsRepository } from './pulls-set.ts'
import type { Row } from './report.ts'

type Answers = readonly [boolean, boolean]

const part = (answers: readonly Answers[], holds: (one: Answers) => boolean): number =>
  answers.filter(holds).length / answers.length

/** Cohen's kappa: how far they agree beyond what chance alone would give. */
const kappaOf = (answers: readonly Answers[]): number => {
  const agreed = part(answers, ([a, b]) => a === b)
  const first = part(answers, ([a]) => a)
  const second = part(answers, ([, b]) => b)
  const byChance = first * second + (1 - first) * (1 - second)
  return (agreed - byChance) / (1 - byChance)
}

const rowOf = (of: string, answers: readonly Answers[]): Row => ({
  'two labellers': of,
  count: answers.length,
  agree: answers.filter(([a, b]) => a === b).length,
  'first says yes': answers.filter(([a]) => a).length,
  'second says yes': answers.filter(([, b]) => b).length,
  kappa: Math.round(kappaOf(answers) * 100) / 100,
})

/** Memories that were known before a request and are anchored in one of its files. */
const nearOf = (
  { memories }: PullsRepository,
  pull: PullsRepository['pulls'][number],
): string[] => {
  const known = memories.filter(({ at }) => at < pull.at)
  const replaced = new Set(known.map(({ replaces }) => replaces))
  const paths = new Set(pull.files.flatMap(({ path, old_path }) => [path, old_path]))
  return known
    .filter(({ id, anchors }) => !replaced.has(id) && anchors.some(({ path }) => paths.has(path)))
    .map(({ id }) => id)
}

export const agreementRows = (repositories: readonly PullsRepository[]): Row[] => {
  const pairs: Answers[] = []
  const silences: Answers[] = []
  for (const { first, second } of readTwiceLabelled()) {
    const repository = repositories.find(({ name }) => name === first.repository)
    const pull = repository?.pulls.find(({ id }) => id === first.pull)
    if (repository === undefined || pull === undefined) continue
    silences.push([first.wanted.length === 0, second.wanted.length === 0])
    for (const memory of nearOf(repository, pull))
      pairs.push([first.wanted.includes(memory), second.wanted.includes(memory)])
  }
  if (silences.length === 0) return []
  return [
    rowOf('a memory of a file that changes', pairs),
    rowOf('nothing at all: silence', silences),
  ]
}
