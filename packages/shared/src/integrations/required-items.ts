import type { ChangeItem } from '../changes/change-report.contract.ts'
import type { RequiredKind } from './integration.contract.ts'

const isOf: Record<RequiredKind, (item: ChangeItem) => boolean> = {
  tried: ({ kind }) => kind === 'graveyard',
  invariant: ({ kind }) => kind === 'invariant',
  gotcha: ({ kind }) => kind === 'gotcha',
  decision: ({ kind }) => kind === 'decision',
  convention: ({ kind }) => kind === 'convention',
  stale: ({ stale_reason }) => stale_reason !== null,
  contradicted: ({ contradicted_by }) => contradicted_by.length > 0,
}

/** Whether a check that asks for these asks for this item; never where it asks for nothing, as advice does. */
export const isRequired = (item: ChangeItem, required: readonly RequiredKind[]): boolean =>
  required.some((kind) => isOf[kind](item))
