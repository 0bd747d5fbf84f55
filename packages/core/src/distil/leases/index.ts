export { makeAnswerLeases } from './answer-leases.ts'
export { makeLeaseSessions } from './lease-sessions.ts'
export { makeGetLeaseStatus } from './lease-status.ts'
export { makeSetDistilRule } from './set-distil-rule.ts'
