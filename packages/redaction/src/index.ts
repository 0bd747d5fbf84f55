export { problemOfPattern } from './custom/check-pattern.ts'
export {
  createRedactor,
  PLAIN_REDACTOR,
  type Redactor,
} from './custom/create-redactor.ts'
export {
  NO_IGNORE,
  type ProjectIgnore,
  parseIgnoreText,
} from './privacy/ignore-text.ts'
export { isNeverCaptured } from './privacy/never-captured.ts'
export { redactLines } from './redact-lines.ts'
export { linksWithoutSecrets, redactRecords } from './redact-records.ts'
export { REDACTION_VERSION, redactSecrets } from './redact-secrets.ts'
export {
  redactEdit,
  redactHeader,
  redactId,
  redactMessage,
  redactPath,
  redactProject,
  redactSession,
  redactSessionInTurns,
  withoutUserInfo,
} from './redact-session.ts'
export type { Redaction } from './redaction.types.ts'
