export { makeClaimApiKey } from './claim-api-key.ts'
export { makeListAudit } from './list-audit.ts'
