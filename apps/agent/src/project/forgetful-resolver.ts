import { createProjectResolver, type ResolveProject } from './resolve-project.ts'

const FORGET_MS = 10 * 60_000

/** Repositories change in the life of a watch: remotes are added, folders become repositories. */
export const createForgetfulResolver = (clock: () => number): ResolveProject => {
  let resolver = createProjectResolver()
  let since = clock()
  return (...given) => {
    if (clock() - since > FORGET_MS) {
      resolver = createProjectResolver()
      since = clock()
    }
    return resolver(...given)
  }
}
