import { auditEventSchema, auditPageSchema, auditQuerySchema } from '../contracts/audit.contract.ts'
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
} as const

/** Names of these schemas in the OpenAPI document. */
export const auditComponents = { AuditEvent: auditEventSchema, AuditPage: auditPageSchema } as const
