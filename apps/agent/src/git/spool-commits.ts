import { readFile } from 'node:fs/promises'
import { type ProjectIgnore, type Redactor, redactProject } from '@teamlore/redaction'
import type { IngestProject, RegisterMachineRequest } from '@teamlore/shared'
import type { IngestCommit, IngestCommitsRequest } from '@teamlore/shared/commits'
import { formatStorable } from '@teamlore/shared/storable-json'
import { writePrivateFile } from '../platform/private-file.ts'
import type { Spool } from '../spool/spool.ts'
import { packBody } from '../wire/wire.ts'
import { portionsOf } from './commit-portions.ts'
import { listCommits } from './read-commits.ts'
import { notedBetween, notedSessions, notesTip } from './read-notes.ts'
import { shallowEnds } from './repository.ts'
import { noteSent, readSent } from './sent-commits.ts'

export type SpoolCommitsDeps = {
  machine: RegisterMachineRequest
  project: IngestProject
  /** What all worktrees of the repository share. */
  common: string
  redactor: Redactor
  ignore: Pick<ProjectIgnore, 'isWhole' | 'matches'>
  spool: Pick<Spool, 'put'>
  /** For as long as something is put into the spool. */
  hold: <T>(work: () => Promise<T>) => Promise<T>
  /** Called when something is in the spool, before more is read. */
  onSpooled: (commits: number, missing: number) => Promise<void> | void
  sentFile: string
  signal?: AbortSignal | undefined
}

export type SpoolCommitsOptions = {
  since?: Date | undefined
  /** Whatever these lead to was listed before. */
  known?: readonly string[] | undefined
  /** Says how many there are, takes none. */
  isDryRun?: boolean | undefined
  rewrites?: IngestCommitsRequest['rewrites'] | undefined
  /** These alone, also where they were sent before, with what was noted of them. */
  noted?: ReadonlyMap<string, IngestCommit['noted_sessions']> | undefined
}

export type SpooledCommits = { found: number; spooled: number; already: number }

/**
 * Puts the commits of a repository that this server does not have yet into the spool, the oldest first. Which ones is written
 * down after each batch, so that whatever is cut off goes on from there; sent twice, nothing comes twice.
 */
export const spoolCommits = async (
  deps: SpoolCommitsDeps,
  options: SpoolCommitsOptions = {},
): Promise<SpooledCommits> => {
  const { project, common, ignore, sentFile, signal } = deps
  const spooled: SpooledCommits = { found: 0, spooled: 0, already: 0 }
  if (ignore.isWhole) return spooled
  const { since, known, noted } = options
  const ends = await shallowEnds(common)
  // What a commit at which the clone was cut off changed is known once there is more of it.
  const listed =
    noted === undefined
      ? await listCommits(project.root_path, { since, known, signal })
      : [...noted.keys()]
  const all = listed.filter((sha) => !ends.has(sha))
  const sent = await readSent(sentFile)
  const missing = all.filter((sha) => noted !== undefined || sent?.has(sha) !== true)
  spooled.found = all.length
  spooled.already = all.length - missing.length
  if (options.isDryRun) return spooled
  for await (const commits of portionsOf(project.root_path, missing, { ...deps, noted })) {
    signal?.throwIfAborted()
    await put(deps, commits, [])
    spooled.spooled += commits.length
    await deps.onSpooled(spooled.spooled, missing.length)
  }
  const { rewrites = [] } = options
  if (rewrites.length > 0) {
    await put(deps, [], rewrites)
    await deps.onSpooled(spooled.spooled, missing.length)
  }
  // Also where there was nothing: it was looked at.
  if (sent === undefined && missing.length === 0) await noteSent(sentFile, [], '')
  return spooled
}

/**
 * Commits that were sent before and of which other programs noted something since. Nothing where the notes are what they were; all
 * that have one where nobody knows what they were.
 */
export const notedSince = async ({
  project,
  sentFile,
  signal,
}: Pick<SpoolCommitsDeps, 'project' | 'sentFile' | 'signal'>): Promise<{
  noted: Map<string, IngestCommit['noted_sessions']>
  keep: () => Promise<void>
}> => {
  const none = { noted: new Map(), keep: () => Promise.resolve() }
  const tip = await notesTip(project.root_path, signal)
  const file = `${sentFile}.notes`
  const before = await readFile(file, 'utf8').catch(() => '')
  if (tip === '' || tip === before) return none
  const fresh =
    before === '' ? undefined : await notedBetween(project.root_path, [before, tip], signal)
  const sent = [...((await readSent(sentFile)) ?? [])].filter(
    (sha) => sha !== '' && fresh?.has(sha) !== false,
  )
  const found = await notedSessions(project.root_path, sent, signal)
  return {
    // They are read again with the commit.
    noted: new Map([...found.keys()].map((sha) => [sha, []])),
    keep: () => writePrivateFile(file, tip),
  }
}

const put = async (
  { machine, project, redactor, spool, hold, sentFile }: SpoolCommitsDeps,
  commits: readonly IngestCommit[],
  rewrites: IngestCommitsRequest['rewrites'],
): Promise<void> => {
  const request: IngestCommitsRequest = {
    machine,
    project: redactProject(project, redactor),
    commits: [...commits],
    rewrites: rewrites.slice(0, 5_000),
  }
  const body = await packBody(formatStorable(request))
  await hold(async () => {
    const batch = await spool.put(body, { kind: 'commits' })
    await noteSent(
      sentFile,
      commits.map(({ sha }) => sha),
      batch,
    )
  })
}
