import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RegisterMachineRequest } from '@teamlore/shared'
import type { IngestCommitsRequest } from '@teamlore/shared/commits'
import type { GitChoice } from '../env.ts'
import type { Privacy } from '../privacy/privacy.ts'
import { readProjectIgnore } from '../privacy/project-ignore.ts'
import type { ResolveProject } from '../project/resolve-project.ts'
import type { Spool } from '../spool/spool.ts'
import type { ReportCode } from './code-reporter.ts'
import { isThere } from './find-repositories.ts'
import type { Followed, FollowedRepositories } from './followed-repositories.ts'
import { stampOf, tipsOf } from './repository.ts'
import { sentFileOf } from './sent-commits.ts'
import { gitText } from './spawn-git.ts'
import { notedSince, spoolCommits } from './spool-commits.ts'

export type LookDeps = {
  choice: GitChoice
  followed: FollowedRepositories
  serverFolder: string
  machine: RegisterMachineRequest
  privacy: Pick<Privacy, 'redactor'>
  spool: Pick<Spool, 'put'>
  hold: <T>(work: () => Promise<T>) => Promise<T>
  onSpooled: () => void
  resolveProject: ResolveProject
  /** Says which files import which, in a process of its own. */
  buildGraph?: ((root: string) => Promise<void>) | undefined
  /** Sends the code of a repository whose project shares it. */
  reportCode: ReportCode
  now: () => Date
  signal: AbortSignal
}

/** Of a repository that is new here, what is older is for `lore link --backfill`. */
const FIRST_DAYS = 90
const DAY_MS = 24 * 60 * 60_000
const GRAPH_EVERY_MS = 10 * 60_000

/** Puts what is new of a repository into the spool. Where nothing changed, git is not asked. */
export const lookAtRepository = async (
  one: Followed,
  rewrites: IngestCommitsRequest['rewrites'],
  deps: LookDeps,
): Promise<void> => {
  const { followed, now, signal } = deps
  const stamp = await stampOf(one.common)
  if (stamp === one.stamp && rewrites.length === 0) {
    await reportGraph(one, deps)
    if (deps.choice === 'all') await deps.reportCode(one)
    return
  }
  const project = (await isThere(one.common)) ? await deps.resolveProject(one.root) : null
  if (project === null) return
  const shallow = await stampOfShallow(one.common)
  const tips = await tipsOf(one.root)
  const since = new Date(now().getTime() - FIRST_DAYS * DAY_MS)
  const spooling = {
    project,
    common: one.common,
    signal,
    machine: deps.machine,
    spool: deps.spool,
    hold: deps.hold,
    redactor: deps.privacy.redactor(),
    ignore: await readProjectIgnore(project.root_path),
    sentFile: sentFileOf(deps.serverFolder, one.common),
    onSpooled: deps.onSpooled,
  }
  const later = await notedSince(spooling)
  await spoolCommits(spooling, {
    rewrites,
    // What a clone that was deepened has more of leads to what was known.
    known: shallow === one.shallow ? one.tips : [],
    ...(one.stamp === '' ? { since } : {}),
  })
  if (later.noted.size > 0) await spoolCommits(spooling, { noted: later.noted })
  await later.keep()
  const current = { ...(followed.get(one.common) ?? one), stamp, shallow, tips }
  await followed.save(current)
  await reportGraph(current, deps)
}

/** Which files import which, where another commit is checked out than the last time; not again and again. */
const reportGraph = async (
  one: Followed,
  { choice, buildGraph, followed, now }: LookDeps,
): Promise<void> => {
  if (buildGraph === undefined || choice !== 'all' || one.stamp === one.graph_stamp) return
  const at = now().getTime()
  if (at - one.graph_at < GRAPH_EVERY_MS) return
  const head = await headOf(one.root)
  const current = { ...(followed.get(one.common) ?? one), graph_stamp: one.stamp }
  if (head === null || head === one.graph_of) return followed.save(current)
  await followed.save({ ...current, graph_of: head, graph_at: at })
  await buildGraph(one.root)
}

const stampOfShallow = (common: string): Promise<string> =>
  stat(join(common, 'shallow')).then(
    ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
    () => '',
  )

const headOf = async (root: string): Promise<string | null> => {
  const output = await gitText(root, ['rev-parse', '--verify', '-q', 'HEAD']).catch(() => '')
  return output.trim() || null
}
