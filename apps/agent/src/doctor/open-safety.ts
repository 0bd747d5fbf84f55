import { join } from 'node:path'
import type { ReadSession } from '@teamlore/sources/source'
import { openStateStore } from '../capture/state-store.ts'
import { isUntouched, statFile } from '../files/file-identity.ts'
import type { Paths } from '../platform/paths.ts'
import { openPrivacy } from '../privacy/privacy.ts'
import { createProjectResolver } from '../project/resolve-project.ts'
import type { Safety } from './check-cleanup.ts'

/** Says of a session whether it was captured to its end, or is kept back by its project. Changes nothing. */
export const openSafety = async (paths: Paths, root: string | undefined): Promise<Safety> => {
  const resolveProject = createProjectResolver()
  const store =
    root === undefined
      ? undefined
      : await openStateStore({ root, isOnItsWay: () => true, isReadOnly: true })
  const privacy = await openPrivacy({
    rulesFile: paths.rulesFile,
    cachePath: join(root ?? paths.stateDir, 'redaction-rules.json'),
    isReadOnly: true,
  }).catch(() => undefined)

  const isCaptured = async ({ tool, native_id, messages }: ReadSession): Promise<boolean> => {
    if (store === undefined || !store.has(tool, native_id)) return false
    const last = messages.findLast(({ is_replay }) => !is_replay)
    const state = await store.session(tool, native_id)
    return last === undefined || state.messages.has(last.key)
  }

  return {
    isUnchanged: async (place) => {
      const known = store?.file(place)
      const now = known && (await statFile(place.path).catch(() => undefined))
      return known !== undefined && now !== undefined && isUntouched(known, now)
    },
    isSafe: async (session) => {
      if (await isCaptured(session)) return true
      if (privacy === undefined) return false
      const project = await resolveProject(session.cwd, { remote: session.git_remote })
      return (await privacy.allowed(session, project).catch(() => session)) === null
    },
  }
}
