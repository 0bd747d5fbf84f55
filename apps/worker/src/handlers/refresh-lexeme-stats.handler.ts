import { grantSystemScope, type RefreshLexemeStats } from '@teamlore/core'
import type { JobHandlers } from '@teamlore/queue'

/** Counts the words of documents that came in since the last time. */
export const createRefreshLexemeStatsHandler =
  (refreshLexemeStats: RefreshLexemeStats): JobHandlers['refresh-lexeme-stats'] =>
  async ({ team_id }, { turn }) => {
    await refreshLexemeStats(grantSystemScope(team_id), { signal: turn })
    turn.throwIfAborted()
  }
