import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '@teamlore/shared'
import { createProjectResolver, type ResolveProject } from '../project/resolve-project.ts'
import type { Source } from '../sources/source.ts'
import { createSources } from '../sources/sources.ts'
import type { Surroundings } from '../sources/surroundings.ts'
import type { ImportOptions, ImportReport, RunImport } from './import.types.ts'
import { type FoundPlace, importGroup } from './import-group.ts'
import { withImportLock } from './import-lock.ts'
import { createReportBuilder, type ReportBuilder } from './import-report.ts'
import { createSender } from './sender.ts'
import { openStateStore } from './state-store.ts'

type Deps = {
  makeSources: (surroundings: Surroundings) => readonly Source[]
  resolveProject: ResolveProject
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  random: () => number
  /** Milliseconds of a clock that only goes forward. */
  clock: () => number
}

/**
 * Reads the sessions of the coding tools on this machine, takes secrets out, and sends the server what it does not have.
 *
 * @throws ApiError when the server cannot be reached, or does not let this machine in; what was acknowledged until then
 * is remembered. CliError when another import is running.
 */
export const makeRunImport =
  (deps: Deps): RunImport =>
  async (options) => {
    if (options.path !== undefined) await stat(options.path)
    const store = await openStateStore({ ...options, isReadOnly: options.dryRun })
    const work = () => run(options, deps, store)
    return options.dryRun ? work() : withImportLock(join(store.root, 'lock'), work)
  }

const run = async (
  options: ImportOptions,
  deps: Deps,
  store: Awaited<ReturnType<typeof openStateStore>>,
): Promise<ImportReport> => {
  const { client, machine, dryRun, signal, onProgress, path } = options
  const { sleep, random, resolveProject } = deps
  const started = deps.clock()
  const report = createReportBuilder(onProgress)
  const sender = createSender({
    store,
    report,
    dryRun,
    upload: { client, machine, signal, sleep, random },
  })
  try {
    const sources = chosenSources(deps.makeSources(options.surroundings), options.tools)
    const found = await findAll(sources, path, { report, signal })
    for (const { source, group, places } of found) {
      if (signal?.aborted) break
      await importGroup(group, places, { source, store, report, sender, resolveProject, signal })
    }
    if (!signal?.aborted) await sender.flush()
  } catch (error) {
    if (!signal?.aborted || !isAbort(error)) throw error
  } finally {
    await store.flush()
  }
  return {
    ...report.done(),
    tookMs: Math.round(deps.clock() - started),
    dryRun,
    stopped: signal?.aborted === true,
  }
}

const isAbort = (error: unknown): boolean =>
  (error instanceof ApiError && error.code === 'client.aborted') ||
  (error instanceof Error && error.name === 'AbortError')

const chosenSources = (
  sources: readonly Source[],
  tools: string[] | undefined,
): readonly Source[] =>
  tools === undefined ? sources : sources.filter(({ info }) => tools.includes(info.name))

type Group = { source: Source; group: string; places: FoundPlace[] }
type Candidate = { source: Source; found: FoundPlace }

const findAll = async (
  sources: readonly Source[],
  path: string | undefined,
  { report, signal }: { report: ReportBuilder; signal: AbortSignal | undefined },
): Promise<Group[]> => {
  const groups = new Map<string, Group>()
  for (const { source, found } of await candidatesOf(sources, path, { report, signal })) {
    const name = `${source.info.name}\n${found.group}`
    const group = groups.get(name)
    if (group) group.places.push(found)
    else groups.set(name, { source, group: found.group, places: [found] })
  }
  return [...groups.values()]
}

/** Everything the sources found, each file with the one source that it is of. */
const candidatesOf = async (
  sources: readonly Source[],
  path: string | undefined,
  { report, signal }: { report: ReportBuilder; signal: AbortSignal | undefined },
): Promise<Candidate[]> => {
  const byPath = new Map<string, Candidate[]>()
  const problems = new Map<string, string>()
  let places = 0
  for (const source of sources)
    for await (const found of source.find(path)) {
      if ('problem' in found) problems.set(found.path, found.problem)
      else byPath.set(found.path, [...(byPath.get(found.path) ?? []), { source, found }])
      report.progress.found(++places)
    }
  for (const [name, problem] of problems) if (!byPath.has(name)) report.failed(name, problem)
  const chosen: Candidate[] = []
  for (const [name, candidates] of byPath) {
    const sure = await thoseOfOneSource(name, candidates, signal)
    if (sure.length === 0) report.skipped(name, 'holds nothing that a tool known here writes')
    chosen.push(...sure)
  }
  report.progress.found(chosen.length)
  return chosen
}

const thoseOfOneSource = async (
  path: string,
  candidates: readonly Candidate[],
  signal: AbortSignal | undefined,
): Promise<readonly Candidate[]> => {
  const sources = [...new Set(candidates.map(({ source }) => source))]
  if (sources.length < 2) return candidates
  const owner = await ownerOf(path, sources, signal)
  return candidates.filter(({ source }) => source === owner)
}

/** Asked first is what can tell by a file's beginning; where none is sure, who can read a session out of it. */
const ownerOf = async (
  path: string,
  sources: readonly Source[],
  signal: AbortSignal | undefined,
): Promise<Source | undefined> => {
  try {
    for (const source of sources) if (await source.recognises(path, signal)) return source
    for (const source of sources)
      if ((await source.read([{ path }], signal)).status === 'session') return source
  } catch (error) {
    if (signal?.aborted) throw error
    // Whoever reads it says what is wrong with the file.
    return sources[0]
  }
  return undefined
}

export const runImport: RunImport = (options) =>
  makeRunImport({
    makeSources: createSources,
    resolveProject: createProjectResolver(),
    sleep: async (ms, signal) => {
      await delay(ms, undefined, signal ? { signal } : {})
    },
    random: Math.random,
    clock: () => performance.now(),
  })(options)
