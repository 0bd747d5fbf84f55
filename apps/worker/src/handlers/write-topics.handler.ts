import { grantSystemScope } from '@teamlore/core'
import type { WriteTopics } from '@teamlore/core/memory-upkeep'
import type { JobHandlers } from '@teamlore/queue'

/** Goes on where the run before was ended: what has its topic is not looked at again. */
export const createWriteTopicsHandler =
  (writeTopics: WriteTopics): JobHandlers['write-topics'] =>
  async ({ team_id }, { turn }) => {
    await writeTopics(grantSystemScope(team_id), turn)
  }
