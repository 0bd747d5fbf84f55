import type { Schedule } from './schedule.ts'

const AT_ONCE = 500

/** Later attempts, and those of which the event or the job was lost. */
export const WEBHOOKS: Schedule = {
  name: 'send webhooks that wait',
  everyMs: 10_000,
  firstMs: 10_000,
  jobs: async (_, { webhookSweep }) =>
    (await webhookSweep.due(AT_ONCE)).map(({ teamId, deliveryId }) => ({
      name: 'send-webhook',
      payload: { team_id: teamId, delivery_id: deliveryId },
    })),
}
