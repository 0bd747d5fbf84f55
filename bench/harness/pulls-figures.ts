/** How well what is shown on pull requests is chosen. */
import type { AnsweredPull } from './pulls-server.ts'
import type { Row } from './report.ts'

const three = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1_000) / 1_000

const medianOf = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

const isSilent = ({ shown }: AnsweredPull): boolean => shown.length === 0
const deservesSilence = ({ pull }: AnsweredPull): boolean => pull.wanted.length === 0
const rightOf = ({ pull, shown }: AnsweredPull): number =>
  shown.filter(({ memory }) => pull.wanted.includes(memory)).length

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)

export const pullsRow = (of: string, answered: readonly AnsweredPull[]): Row => {
  const quiet = answered.filter(deservesSilence)
  const others = answered.filter((one) => !deservesSilence(one))
  const silent = answered.filter(isSilent)
  const shown = sum(answered.map((one) => one.shown.length))
  const right = sum(answered.map(rightOf))
  return {
    of,
    requests: answered.length,
    shown,
    precision: three(right, shown),
    recall: three(right, sum(others.map(({ pull }) => pull.wanted.length))),
    'deserve silence': quiet.length,
    'get it': three(quiet.filter(isSilent).length, quiet.length),
    'silence right': three(silent.filter(deservesSilence).length, silent.length),
    'others with something wanted': three(
      others.filter((one) => rightOf(one) > 0).length,
      others.length,
    ),
    'median shown': medianOf(answered.map((one) => one.shown.length)),
  }
}

/** How many of those are wanted that are shown because they bear on lines, on a file, or resemble. */
export const reasonRows = (half: string, answered: readonly AnsweredPull[]): Row[] => {
  const items = answered.flatMap(({ pull, shown }) =>
    shown.map(({ memory, by }) => ({ by, isWanted: pull.wanted.includes(memory) })),
  )
  return [...new Set(items.map(({ by }) => by))].sort().map((by) => {
    const own = items.filter((item) => item.by === by)
    return {
      half,
      'shown by': by,
      items: own.length,
      wanted: own.filter(({ isWanted }) => isWanted).length,
    }
  })
}

/** What is shown and not wanted, and what is wanted and not shown. */
export const missesOf = ({ repository, pull, shown }: AnsweredPull): Row[] => {
  const names = new Set(shown.map(({ memory }) => memory))
  const where = { repository: repository.name, request: pull.id }
  return [
    ...shown.flatMap(({ memory, by }) =>
      pull.wanted.includes(memory)
        ? []
        : [{ ...where, memory, miss: `shown by ${by}, not wanted` }],
    ),
    ...pull.wanted.flatMap((memory) =>
      names.has(memory) ? [] : [{ ...where, memory, miss: 'wanted, not shown' }],
    ),
  ]
}
