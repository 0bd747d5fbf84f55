import type { RegisterMachineRequest } from '@teamlore/shared'
import type { Privacy } from '../privacy/privacy.ts'
import { readProjectIgnore } from '../privacy/project-ignore.ts'
import type { ResolveProject } from '../project/resolve-project.ts'
import { type CodeClient, shareCode } from './share-code.ts'

type Deps = {
  client: CodeClient
  machine: RegisterMachineRequest
  privacy: Pick<Privacy, 'redactor'>
  resolveProject: ResolveProject
  now: () => Date
  signal: AbortSignal
  onEvent: (event: { kind: 'code without text'; folder: string; commits: number }) => void
}

type Repository = { root: string; common: string; stamp: string }
type Reported = {
  stamp: string
  changedAt: number
  askedAt: number
  isShared: boolean
  lacking: number
}

/** So long after a change its commits may still be on their way to the server. */
const ON_THE_WAY_MS = 2 * 60_000
/** How soon it is noticed that a project shares its code now. */
const ASK_EVERY_MS = 10 * 60_000

/** Sends the code of repositories whose projects share it; of the others it asks now and then whether they do. */
export const createCodeReporter = ({
  client,
  machine,
  privacy,
  resolveProject,
  now,
  signal,
  onEvent,
}: Deps) => {
  const known = new Map<string, Reported>()

  const isDue = (before: Reported, stamp: string, at: number): boolean =>
    before.stamp !== stamp ||
    at - before.askedAt >= ASK_EVERY_MS ||
    (before.isShared && at - before.changedAt < ON_THE_WAY_MS)

  return async ({ root, common, stamp }: Repository): Promise<void> => {
    const at = now().getTime()
    const before = known.get(common)
    if (before !== undefined && !isDue(before, stamp, at)) return
    const isSame = before?.stamp === stamp
    const current: Reported = {
      stamp,
      askedAt: at,
      changedAt: isSame ? before.changedAt : at,
      isShared: before?.isShared ?? false,
      lacking: isSame ? before.lacking : 0,
    }
    known.set(common, current)
    const project = await resolveProject(root)
    if (project === null) return
    const ignore = await readProjectIgnore(project.root_path)
    const deps = { client, machine, project, redactor: privacy.redactor(), ignore, signal }
    const { isShared, lacking, withoutText } = await shareCode(deps, current.lacking)
    known.set(common, { ...current, isShared, lacking })
    if (withoutText > 0)
      onEvent({ kind: 'code without text', folder: project.root_path, commits: withoutText })
  }
}

export type ReportCode = ReturnType<typeof createCodeReporter>
