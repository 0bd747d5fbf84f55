import { remoteIdentity } from './project-identity.ts'
import { parseRemoteUrl } from './remote-url.ts'

/** By what the project of a repository is known; undefined where its address is none. */
export const identityOf = (url: string): string | undefined => {
  const remote = parseRemoteUrl(url)
  return remote === undefined ? undefined : remoteIdentity(remote.identity)
}
