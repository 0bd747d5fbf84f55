import type { ChangeItem, ChangeReport } from '@teamlore/shared/change-report'
import { isRequired } from '@teamlore/shared/required-items'
import type { Gate } from './gates.ts'

/** Items that fail a check which asks for none of these; none where it asks for nothing, as advice does. */
export const failingItems = (
  { items }: Pick<ChangeReport, 'items'>,
  gates: readonly Gate[],
): ChangeItem[] => items.filter((item) => isRequired(item, gates))
