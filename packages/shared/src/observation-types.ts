/** Told apart from the contracts, so that a command which only names them does not load all of those. */
export const OBSERVATION_TYPES = [
  'decision',
  'bugfix',
  'feature',
  'refactor',
  'discovery',
  'change',
] as const
