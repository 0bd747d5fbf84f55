import type { ChangeItem, ChangeReport } from '@teamlore/shared/change-report'
import type { Gate } from './gates.ts'

const isOf: Record<Gate, (item: ChangeItem) => boolean> = {
  tried: ({ kind }) => kind === 'graveyard',
  invariant: ({ kind }) => kind === 'invariant',
  gotcha: ({ kind }) => kind === 'gotcha',
  decision: ({ kind }) => kind === 'decision',
  convention: ({ kind }) => kind === 'convention',
  stale: ({ stale_reason }) => stale_reason !== null,
  contradicted: ({ contradicted_by }) => contradicted_by.length > 0,
}

/** Items that fail a check which asks for none of these; none where it asks for nothing, as advice does. */
export const failingItems = (
  { items }: Pick<ChangeReport, 'items'>,
  gates: readonly Gate[],
): ChangeItem[] => items.filter((item) => gates.some((gate) => isOf[gate](item)))
