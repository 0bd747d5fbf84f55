/** Apart from the contracts, so that a command which only names them does not load all of those. */
export const OBSERVATION_TYPES = [
  'decision',
  'bugfix',
  'feature',
  'refactor',
  'discovery',
  'change',
] as const

type Work = {
  purpose: 'finding' | 'work'
  type: (typeof OBSERVATION_TYPES)[number]
  subtitle: string
}

/** Whether the record of a repair says why something was broken, and not only which files were changed. */
export const namesCause = ({ purpose, type, subtitle }: Work): boolean =>
  purpose === 'work' && type === 'bugfix' && !subtitle.startsWith('Changed ')

/** What a list and a page count of a session: its findings, or where it has none, the records of its work. */
export const foundIn = ({
  observations,
  work,
}: {
  observations: number
  work: number
}): { amount: number; isWork: boolean } =>
  observations === 0 && work > 0
    ? { amount: work, isWork: true }
    : { amount: observations, isWork: false }
