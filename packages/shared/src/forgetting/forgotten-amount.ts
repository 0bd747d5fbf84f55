import type { ForgottenKind } from '../contracts/forgetting.contract.ts'
import { plural } from '../text/plural.ts'

/** `1 memory`, `12 model answers`, `3 in the queue`: how much of a kind goes. */
export const forgottenAmount = ({
  kind,
  count,
}: {
  kind: ForgottenKind
  count: number
}): string => {
  if (kind === 'queued') return plural(count, 'in the queue', 'in the queue')
  const many = kind.replaceAll('_', ' ')
  return plural(count, many.replace(/ies$/, 'y').replace(/s$/, ''), many)
}
