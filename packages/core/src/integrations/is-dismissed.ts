import type { StandingDismissal } from '@teamlore/db'
import type { ChangeItem } from '@teamlore/shared/change-report'

export const isBelow = (path: string | null, folder: string): boolean =>
  folder === '' || (path !== null && (path === folder || path.startsWith(`${folder}/`)))

/** Why an item is not shown: somebody said that it is not relevant, there or anywhere. */
export const dismissing = (
  dismissals: readonly StandingDismissal[],
  { id, path }: Pick<ChangeItem, 'id' | 'path'>,
): StandingDismissal | undefined =>
  dismissals.find((one) => one.memoryId === id && isBelow(path, one.path))
