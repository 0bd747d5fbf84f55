import { grantSystemScope } from '@teamlore/core'
import type { WithdrawUnreviewed } from '@teamlore/core/memory-upkeep'
import type { JobHandlers } from '@teamlore/queue'

export const createWithdrawUnreviewedHandler =
  (withdraw: WithdrawUnreviewed): JobHandlers['withdraw-unreviewed'] =>
  async ({ team_id }, { turn }) => {
    await withdraw(grantSystemScope(team_id), turn)
  }
