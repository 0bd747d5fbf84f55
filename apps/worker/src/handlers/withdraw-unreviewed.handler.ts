import { grantSystemScope, type WithdrawUnreviewed } from '@teamlore/core'
import type { JobHandlers } from '@teamlore/queue'

export const createWithdrawUnreviewedHandler =
  (withdraw: WithdrawUnreviewed): JobHandlers['withdraw-unreviewed'] =>
  async ({ team_id }, { signal }) => {
    await withdraw(grantSystemScope(team_id), signal)
  }
