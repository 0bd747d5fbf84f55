import {
  previewRetentionQuerySchema,
  retentionPreviewSchema,
  retentionSchema,
  setRetentionSchema,
} from '../retention/retention.contract.ts'
import { needed } from '../roles/roles.ts'
import { idParams, route } from './route.ts'

export const retentionRoutes = {
  get: route({
    method: 'GET',
    path: '/v1/projects/:id/retention',
    id: 'getRetention',
    needs: 'viewer',
    tag: 'Forgetting',
    docs: 'how long the project keeps the text of its messages, and receipts of what went',
    summary: 'Get the retention of a project',
    description: 'Off until an admin sets it. Receipts say how much went, the newest first.',
    params: idParams('project'),
    answer: retentionSchema,
    failures: [422],
  }),
  set: route({
    method: 'PUT',
    path: '/v1/projects/:id/retention',
    id: 'setRetention',
    needs: needed('forgetting.manage'),
    tag: 'Forgetting',
    docs: 'set it: `days` after the last activity of a session, `max_bytes` of the project, `keeps_prompts`; both null turn it off',
    summary: 'Set the retention of a project',
    description:
      'Text of messages goes once the delay of the team has passed, never before it was distilled and curated, and never where a memory, a finding or a summary rests on it. Look at the preview first.',
    params: idParams('project'),
    body: setRetentionSchema,
    answer: retentionSchema,
    failures: [422],
  }),
  preview: route({
    method: 'GET',
    path: '/v1/projects/:id/retention/preview',
    id: 'previewRetention',
    needs: needed('forgetting.manage'),
    tag: 'Forgetting',
    docs: 'all that would go by a policy: `days`, `max_bytes`, `keeps_prompts`, or by the one that is set; changes nothing',
    summary: 'Preview the retention of a project',
    description:
      'How many sessions, messages and bytes would go now, how many messages stay as evidence, and how many sessions are not ready, and why.',
    params: idParams('project'),
    query: previewRetentionQuerySchema,
    answer: retentionPreviewSchema,
    failures: [422],
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const retentionComponents = {
  Retention: retentionSchema,
  RetentionPreview: retentionPreviewSchema,
} as const
