export { problemOfPattern } from './custom/check-pattern.ts'
export {
  createRedactor,
  PLAIN_REDACTOR,
  type Redactor,
} from './custom/create-redactor.ts'
export { redactRecords } from './redact-records.ts'
export { REDACTION_VERSION, redactSecrets } from './redact-secrets.ts'
export {
  redactEdit,
  redactHeader,
  redactId,
  redactMessage,
  redactPath,
  redactProject,
  redactSession,
  withoutUserInfo,
} from './redact-session.ts'
export type { Redaction } from './redaction.types.ts'
