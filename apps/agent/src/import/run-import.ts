import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '@teamlore/shared'
import { createProjectResolver, type ResolveProject } from '../project/resolve-project.ts'
import type { Source } from '../sources/source.ts'
import { createSources } from '../sources/sources.ts'
import type { ImportOptions, ImportReport, RunImport } from './import.types.ts'
import { importGroup } from './import-group.ts'
import { withImportLock } from './import-lock.ts'
import { createReportBuilder, type ReportBuilder } from './import-report.ts'
import { createSender } from './sender.ts'
import { openStateStore } from './state-store.ts'

type Deps = {
  makeSources: (homes: Record<string, string>) => readonly Source[]
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
    const sources = chosenSources(deps.makeSources(options.toolHomes ?? {}), options.tools)
    const found = await findAll(sources, path, report)
    for (const { source, group, paths } of found) {
      if (signal?.aborted) break
      await importGroup(group, paths, { source, store, report, sender, resolveProject, signal })
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

type Group = { source: Source; group: string; paths: string[] }

const findAll = async (
  sources: readonly Source[],
  path: string | undefined,
  report: ReportBuilder,
): Promise<Group[]> => {
  const groups = new Map<string, Group>()
  let files = 0
  for (const source of sources)
    for await (const found of source.find(path)) {
      if ('problem' in found) {
        report.failed(found.path, found.problem)
        continue
      }
      const name = `${source.info.name}\n${found.group}`
      const group = groups.get(name)
      if (group) group.paths.push(found.path)
      else groups.set(name, { source, group: found.group, paths: [found.path] })
      report.progress.found(++files)
    }
  return [...groups.values()]
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
