export { makeClaimApiKey } from './claim-api-key.ts'
export { makeListAudit } from './list-audit.ts'
export { makeSealAudit, type SealAudit } from './seal-audit.ts'
export { makeVerifyAudit } from './verify-audit.ts'
