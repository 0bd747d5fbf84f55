import debug from 'debug'

/**
 * Libraries write what they do to the log where `DEBUG` names them, with the secrets that they send: a client secret, a password of a
 * cache. Ours is a server of a team, so the setting is left out, for what it starts as well.
 */
export const quietLibraries = (): void => {
  debug.disable()
}
