export {
  DomainError,
  type DomainErrorOptions,
  defineError,
  type ErrorDetails,
  type ErrorKind,
  forbidden,
  unauthenticated,
} from './errors.ts'
export { type Clock, systemClock } from './platform/clock.ts'
export { createShutdown, type Shutdown, type ShutdownStep } from './platform/shutdown.ts'
export {
  type Actor,
  grantSystemScope,
  grantTeamScope,
  lowerRole,
  type Principal,
  roleCovers,
  type SystemScope,
  type TeamScope,
} from './teams/team-scope.ts'
