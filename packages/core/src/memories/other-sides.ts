import type { OtherSideOf } from '@teamlore/db'
import type { OtherSide } from '@teamlore/shared/memory-standing'

/** As its reader is told: of what it is the other side is said by where it stands. */
export const otherSideOf = ({ memory_id: _, ...side }: OtherSideOf): OtherSide => side
