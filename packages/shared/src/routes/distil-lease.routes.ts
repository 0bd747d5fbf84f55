import {
  answeredLeasesSchema,
  answerLeasesSchema,
  leasedSessionsSchema,
  leaseSessionsSchema,
  leaseStatusQuerySchema,
  leaseStatusSchema,
  setDistilRuleSchema,
} from '../contracts/distil-lease.contract.ts'
import { needed } from '../roles/roles.ts'
import { route } from './route.ts'

export const distilLeaseRoutes = {
  status: route({
    method: 'GET',
    path: '/v1/distil-leases',
    id: 'getDistilLeases',
    needs: 'viewer',
    tag: 'Knowledge',
    docs: 'what people have their own coding agents distil: due, leased, done, failed, and what it cost whom; `since`, `project_id`, `days`, `limit`',
    summary: 'What is distilled by people’s own coding agents',
    description:
      'Which rules hold, how much of yours could be distilled, your leases, and costs by person. Admins see those of others as well, without private sessions.',
    query: leaseStatusQuerySchema,
    answer: leaseStatusSchema,
  }),
  lease: route({
    method: 'POST',
    path: '/v1/distil-leases',
    id: 'leaseSessions',
    needs: 'member',
    tag: 'Knowledge',
    docs: 'take sessions of your own, and with `memories` memories that you may read, to have them distilled by your coding agent: the questions to put to it',
    summary: 'Lease sessions to be distilled',
    description: [
      'Gives your own sessions that no language model has distilled, each with the next question about it: the same prompts that the server would ask a provider.',
      'With `memories`, memories that you may read fill the rest: what they answer is asked, and how they stand to those near them.',
      'A lease ends after fifteen minutes without an answer. What was answered is kept, so that the next lease goes on from there.',
    ].join(' '),
    body: leaseSessionsSchema,
    answer: leasedSessionsSchema,
    failures: [403, 422],
    timeoutMs: 60_000,
  }),
  answer: route({
    method: 'POST',
    path: '/v1/distil-leases/answers',
    id: 'answerLeases',
    needs: 'member',
    tag: 'Knowledge',
    docs: 'what your coding agent answered, with what it cost; checked as a provider’s answer is',
    summary: 'Bring answers of a coding agent',
    description: [
      'Each answer is checked against the session, letter by letter where it quotes, and the next question comes back, or that the session is done.',
      'A call that is sent twice is counted once, and an answer to a question that was answered changes nothing.',
    ].join(' '),
    body: answerLeasesSchema,
    answer: answeredLeasesSchema,
    failures: [403, 422],
    timeoutMs: 60_000,
  }),
  setRule: route({
    method: 'PUT',
    path: '/v1/distil-leases/rules',
    id: 'setDistilRule',
    needs: needed('usage.manage'),
    tag: 'Knowledge',
    docs: 'forbid or allow it for the team, a project or a coding agent (`kind`, `subject`, `allowed`; null takes the rule away)',
    summary: 'Forbid or allow distilling by own coding agents',
    description:
      'Holds from the next lease and the next answer on. Restricted projects are forbidden until a rule allows them.',
    body: setDistilRuleSchema,
    answer: leaseStatusSchema,
    failures: [404, 422],
  }),
} as const
