import {
  auditEventSchema,
  auditPageSchema,
  auditQuerySchema,
  auditVerificationSchema,
  verifyAuditQuerySchema,
} from '../contracts/audit.contract.ts'
import { needed } from '../roles/roles.ts'
import { route } from './route.ts'

export const auditRoutes = {
  list: route({
    method: 'GET',
    path: '/v1/audit',
    id: 'listAuditEvents',
    needs: needed('audit.read'),
    tag: 'Team',
    docs: 'who did what and when, the latest first; by `user` and `action`',
    summary: 'List audit events',
    description:
      'What people did with access, people, projects and settings, the latest first. It holds no key, no token and no text of a session.',
    query: auditQuerySchema,
    answer: auditPageSchema,
    failures: [404, 422],
  }),
  verify: route({
    method: 'GET',
    path: '/v1/audit/verification',
    id: 'verifyAudit',
    needs: needed('audit.read'),
    tag: 'Team',
    docs: 'whether the audit events are as they were sealed, or which is the first that is not; `head`: one that you kept',
    summary: 'Verify the audit events',
    description:
      'Follows the hash chain over the audit events. Says up to when it holds, how many events are not sealed yet, and the first that was changed, taken out or put in. What was cut off at the end shows only by a `head` of an earlier answer.',
    query: verifyAuditQuerySchema,
    answer: auditVerificationSchema,
    failures: [422],
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const auditComponents = {
  AuditEvent: auditEventSchema,
  AuditPage: auditPageSchema,
  AuditVerification: auditVerificationSchema,
} as const
