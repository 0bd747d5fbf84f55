import type { OtherSideOf } from '@teamlore/db'
import type { OtherSide } from '@teamlore/shared/memory-standing'

/** What contradicts a memory, without the memory itself: where it is shown says that. */
export const otherSideOf = ({ memory_id: _, ...side }: OtherSideOf): OtherSide => side
