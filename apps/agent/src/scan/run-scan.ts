import { redactMessage } from '@teamlore/redaction'
import type { Place, ReadSession, Source } from '@teamlore/sources/source'
import { createSources } from '@teamlore/sources/sources'
import type { Surroundings } from '@teamlore/sources/surroundings'
import { findWith, type Group, groupsOf } from '../capture/find-groups.ts'
import { createReportBuilder } from '../capture/import-report.ts'
import { chosenSources, withoutThoseOff } from '../capture/tools-switched-off.ts'
import { PERSONAL } from '../memory-files/mirror.ts'
import { openPrivacy, type Privacy } from '../privacy/privacy.ts'
import { createProjectResolver, type ResolveProject } from '../project/resolve-project.ts'
import { excerptsOf } from './excerpts.ts'
import type { RunScan } from './scan.types.ts'
import { scanMemoryFiles } from './scan-memory-files.ts'
import { createTally, type ScannedSession } from './tally.ts'

type Deps = {
  makeSources: (surroundings: Surroundings) => readonly Source[]
  resolveProject: ResolveProject
}

/**
 * Reads sessions as an import does and says what it would take out and leave out. Nothing is sent or remembered.
 *
 * @throws CliError when the user's own rules cannot be understood.
 */
export const makeRunScan =
  ({ makeSources, resolveProject }: Deps): RunScan =>
  async ({ tools, toolsOff = [], path, memoryFiles = 'all', signal, ...options }) => {
    const { surroundings, rulesFile, cachePath } = options
    const privacy = await openPrivacy({ rulesFile, cachePath, isReadOnly: true })
    const tally = createTally()
    const roots = new Set(path === undefined && tools === undefined ? [PERSONAL] : [])
    const sources = chosenSources(makeSources(surroundings), {
      ...(tools === undefined ? {} : { tools }),
      ...(path === undefined ? {} : { path }),
      toolsOff,
    })
    const report = { ...createReportBuilder(undefined), failed: tally.fail }
    const found = await groupsOf(findWith(sources, path), { report, signal })
    const groups = withoutThoseOff(found, { toolsOff, report })
    const scanPlace = async (source: Source, place: Place): Promise<void> => {
      const outcome = await source.read([place], signal)
      if (outcome.status !== 'session') return
      const project = await resolveProject(outcome.session.cwd)
      if (project !== null) roots.add(project.root_path)
      tally.session(await scanSession(outcome.session, project, privacy), place.path)
    }
    for (const { source, place } of groups.flatMap(placesOf)) {
      if (signal?.aborted) break
      tally.file(place.path)
      await scanPlace(source, place).catch((error) => {
        if (!signal?.aborted) tally.fail(place.path, reasonOf(error))
      })
    }
    const redactor = privacy.redactor()
    await scanMemoryFiles(roots, { redactor, surroundings, choice: memoryFiles, tally, signal })
    return tally.report()
  }

const placesOf = ({ source, places }: Group) => places.map((place) => ({ source, place }))

const reasonOf = (error: unknown): string =>
  `cannot be read (${error instanceof Error ? error.message : String(error)})`

const scanSession = async (
  session: ReadSession,
  project: Parameters<Privacy['allowed']>[1],
  privacy: Privacy,
): Promise<ScannedSession> => {
  const allowed = await privacy.allowed(session, project)
  if (allowed === null) return { session, leftOut: null, found: [] }
  const redactor = privacy.redactor()
  const found = allowed.session.messages.flatMap((said) => {
    const { message, count, kinds } = redactMessage(said, redactor)
    return count === 0 ? [] : [{ kinds, excerpts: excerptsOf(message.blocks) }]
  })
  return { session, leftOut: allowed.leftOut, found }
}

export const runScan: RunScan = (options) =>
  makeRunScan({ makeSources: createSources, resolveProject: createProjectResolver() })(options)
