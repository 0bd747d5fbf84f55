import { redactMessage } from '@teamlore/shared'
import { findWith, type Group, groupsOf } from '../import/find-groups.ts'
import { createReportBuilder } from '../import/import-report.ts'
import { openPrivacy, type Privacy } from '../privacy/privacy.ts'
import { createProjectResolver, type ResolveProject } from '../project/resolve-project.ts'
import type { Place, ReadSession, Source } from '../sources/source.ts'
import { createSources } from '../sources/sources.ts'
import type { Surroundings } from '../sources/surroundings.ts'
import { excerptsOf } from './excerpts.ts'
import type { RunScan, ScanExcerpt, ScanReport } from './scan.types.ts'

type Deps = {
  makeSources: (surroundings: Surroundings) => readonly Source[]
  resolveProject: ResolveProject
}

/** Of each kind; the counts know of all. */
const MAX_EXCERPTS = 20

/**
 * Reads sessions as an import does and tells what it would take out and leave out. Nothing is sent or remembered.
 *
 * @throws CliError when the user's own rules cannot be understood.
 */
export const makeRunScan =
  ({ makeSources, resolveProject }: Deps): RunScan =>
  async ({ tools, path, surroundings, rulesFile, cachePath, signal }) => {
    const privacy = await openPrivacy({ rulesFile, cachePath, isReadOnly: true })
    const tally = createTally()
    const sources = makeSources(surroundings).filter(
      ({ info }) => tools === undefined || tools.includes(info.name),
    )
    const report = { ...createReportBuilder(undefined), failed: tally.fail }
    const groups = await groupsOf(findWith(sources, path), { report, signal })
    const scanPlace = async (source: Source, place: Place): Promise<void> => {
      const outcome = await source.read([place], signal)
      if (outcome.status !== 'session') return
      const project = await resolveProject(outcome.session.cwd)
      tally.add(await scanSession(outcome.session, project, privacy), place.path)
    }
    for (const { source, place } of groups.flatMap(placesOf)) {
      if (signal?.aborted) break
      tally.file(place.path)
      await scanPlace(source, place).catch((error) => {
        if (!signal?.aborted) tally.fail(place.path, reasonOf(error))
      })
    }
    return tally.report()
  }

const placesOf = ({ source, places }: Group) => places.map((place) => ({ source, place }))

const reasonOf = (error: unknown): string =>
  `cannot be read (${error instanceof Error ? error.message : String(error)})`

type Scanned = {
  session: ReadSession
  /** Null when the whole session stays here. */
  leftOut: number | null
  found: { kinds: Record<string, number>; excerpts: { kind: string; text: string }[] }[]
}

const scanSession = async (
  session: ReadSession,
  project: Parameters<Privacy['allowed']>[1],
  privacy: Privacy,
): Promise<Scanned> => {
  const allowed = await privacy.allowed(session, project)
  if (allowed === null) return { session, leftOut: null, found: [] }
  const redactor = privacy.redactor()
  const found = allowed.session.messages.flatMap(({ kind, blocks }) => {
    const { message, count, kinds } = redactMessage({ kind, blocks }, redactor)
    return count === 0 ? [] : [{ kinds, excerpts: excerptsOf(message.blocks) }]
  })
  return { session, leftOut: allowed.leftOut, found }
}

const createTally = () => {
  const files = new Set<string>()
  const sessions = new Set<string>()
  const kinds = new Map<string, { count: number; excerpts: ScanExcerpt[] }>()
  const leftOut = { sessions: new Set<string>(), contents: 0 }
  const failed: ScanReport['failed'] = []
  let messages = 0
  const of = (kind: string) => {
    const known = kinds.get(kind) ?? { count: 0, excerpts: [] }
    kinds.set(kind, known)
    return known
  }
  return {
    file: (path: string) => files.add(path),
    fail: (name: string, reason: string) => failed.push({ name, reason }),
    add: ({ session, leftOut: left, found }: Scanned, path: string): void => {
      const name = `${session.tool}\n${session.native_id}`
      sessions.add(name)
      messages += session.messages.length
      if (left === null) leftOut.sessions.add(name)
      else leftOut.contents += left
      for (const { kinds: counted, excerpts } of found) {
        for (const [kind, n] of Object.entries(counted)) of(kind).count += n
        for (const { kind, text } of excerpts) {
          const { excerpts: kept } = of(kind)
          if (kept.length < MAX_EXCERPTS) kept.push({ path, tool: session.tool, text })
        }
      }
    },
    report: (): ScanReport => ({
      files: files.size,
      sessions: sessions.size,
      messages,
      kinds: [...kinds]
        .filter(([, { count }]) => count > 0)
        .map(([kind, found]) => ({ kind, ...found }))
        .sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1)),
      leftOut: { sessions: leftOut.sessions.size, contents: leftOut.contents },
      failed,
    }),
  }
}

export const runScan: RunScan = (options) =>
  makeRunScan({ makeSources: createSources, resolveProject: createProjectResolver() })(options)
