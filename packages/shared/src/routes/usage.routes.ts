import {
  setUsageSettingsSchema,
  usageQuerySchema,
  usageSchema,
} from '../contracts/usage.contract.ts'
import { needed } from '../roles/roles.ts'
import { route } from './route.ts'

export const usageRoutes = {
  get: route({
    method: 'GET',
    path: '/v1/usage',
    id: 'getUsage',
    needs: 'viewer',
    tag: 'Team',
    docs: 'what language models cost: today, by day, and the newest calls; `days`, `calls`',
    summary: 'What language models cost',
    description:
      'Tokens and money by day, purpose and model, the caps, and the newest calls. Calls about sessions that you may not see are listed without their session.',
    query: usageQuerySchema,
    answer: usageSchema,
  }),
  set: route({
    method: 'PUT',
    path: '/v1/usage/settings',
    id: 'setUsageSettings',
    needs: needed('usage.manage'),
    tag: 'Team',
    docs: 'switch language models off or on (`enabled`), cap a day (`daily_usd`, `daily_tokens`; null: the cap of the server)',
    summary: 'Cap or switch off language models',
    description:
      'Holds from the next call on, on every worker. What is not named stays as it is; null goes back to the cap of the server.',
    body: setUsageSettingsSchema,
    answer: usageSchema,
    failures: [422],
  }),
} as const
