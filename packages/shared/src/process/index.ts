export { answerBrokenRequest } from './broken-request.ts'
export { abortOnDisconnect } from './client-disconnect.ts'
export { CannotListenError, explainListenError } from './listen-error.ts'
export {
  answerStrangeAddress,
  isOwnHost,
  isOwnOrigin,
  type OwnNames,
  ownNamesOf,
  strangeAddress,
} from './own-address.ts'
export {
  headersTooLarge,
  requestBadUrl,
  requestTimedOut,
  routeNotFound,
} from './request.errors.ts'
export {
  defineRequestError,
  RequestError,
  type RequestErrorOptions,
  type RequestErrorStatus,
} from './request-error.ts'
export { readRotation } from './rotation-settings.ts'
export { LEAVES_START_AFTER_MS, runProcess } from './run-process.ts'
export {
  ConfigError,
  type LogLevel,
  listOf,
  readSettings,
  settings,
  withoutTrailingSlash,
} from './settings.ts'
