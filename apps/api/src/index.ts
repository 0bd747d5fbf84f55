export { type ApiConfig, type AppOptions, buildApp } from './app.ts'
export type { UseCases } from './compose.ts'
export { type ComposedApi, composeApi } from './compose.ts'
export { checkMailEnv, mailConfigOf, mailEnv } from './mail/mail-env.ts'
export { type MailConfig, senderOf } from './mail/smtp-sender.ts'
export { createMetrics, type Metrics } from './plugins/metrics.ts'
export {
  checkSignInEnv,
  type SignInConfig,
  signInConfigOf,
  signInEnv,
} from './sign-in/sign-in-env.ts'
export { createTranscriptReader } from './transcripts/create-reader.ts'
export { builtReader } from './transcripts/run-reader.ts'
