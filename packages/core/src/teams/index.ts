export { makeClaimApiKey } from './claim-api-key.ts'
