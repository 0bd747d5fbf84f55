import { ApiError, type IngestProject, type LoreClient } from '@teamlore/shared'
import type { CodeGraphReceipt } from '@teamlore/shared/code'
import { nearestPath } from '@teamlore/shared/nearest-path'
import { sendKind } from '../../capture/send-kind.ts'
import type { ServerStorage } from '../../capture/server-storage.ts'
import { serverRoot } from '../../capture/state-store.ts'
import { CliError } from '../../errors/cli-error.ts'
import { describeError } from '../../errors/describe-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { type BuiltGraph, buildGraph, type ReadCodeFiles } from '../../graph/build-graph.ts'
import { readCheckout } from '../../graph/checkout.ts'
import {
  cachePath,
  type GraphCache,
  readGraphCache,
  writeGraphCache,
} from '../../graph/graph-cache.ts'
import { createGraphLedger, takeWish } from '../../graph/graph-wishes.ts'
import { listRepositoryFiles } from '../../graph/list-code-files.ts'
import { type SentGraph, spoolGraph } from '../../graph/spool-graph.ts'
import { watchFiles } from '../../graph/watch-files.ts'
import { findConnection, openConnection } from '../../platform/connection.ts'
import { identifyMachine } from '../../platform/machine.ts'
import { readProjectIgnore } from '../../privacy/project-ignore.ts'
import { projectOfFolder } from '../../project/project-of-folder.ts'
import type { ResolveProject } from '../../project/resolve-project.ts'
import type { RunGit } from '../../project/run-git.ts'
import { builtLines, fileLines, statusLines } from '../../views/graph.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { openStorageWhenFree } from '../shared/long-running.ts'
import { nearestName } from '../shared/nearest-name.ts'
import { pathInProject } from '../shared/project-path.ts'

export type GraphAction = 'build' | 'watch' | 'status' | 'show'
export type GraphOptions = { full?: boolean | undefined; dryRun?: boolean | undefined }

type Deps = { resolveProject: ResolveProject; git: RunGit; readFiles: ReadCodeFiles }
type Built = { graph: BuiltGraph; ms: number; cache: GraphCache; cacheFile: string }

/** `lore graph`: the files of a repository and what imports what. */
export const makeRunGraph =
  (deps: Deps) =>
  async (
    context: CommandContext,
    action: GraphAction,
    file: string | undefined,
    options: GraphOptions,
  ): Promise<ExitCode> => {
    const project = await deps.resolveProject(context.cwd())
    if (project === null) throw new Error('A folder has a project.')
    switch (action) {
      case 'build':
        return build(context, deps, project, options)
      case 'watch':
        return watch(context, deps, project)
      case 'status':
        return status(context, project)
      case 'show':
        return show(context, deps, project, file)
    }
  }

const NOBODY = 'no-server'

const ownerOf = async (context: CommandContext): Promise<string> => {
  const connection = await findConnection(context)
  return connection?.stored?.team.id ?? connection?.server ?? NOBODY
}

const read = async (
  context: CommandContext,
  { readFiles }: Deps,
  { root_path: root }: IngestProject,
): Promise<Built> => {
  const folder = serverRoot(context.paths.stateDir, await ownerOf(context))
  const cacheFile = cachePath(folder, root)
  const cache = await readGraphCache(cacheFile)
  const ignore = await readProjectIgnore(root)
  const began = performance.now()
  const graph = await buildGraph(root, cache.files, {
    listFiles: listRepositoryFiles,
    readFiles,
    isKeptBack: (path) => ignore.isWhole || ignore.matches(path),
  })
  const ms = Math.round(performance.now() - began)
  const next = { ...cache, files: graph.cache }
  if (graph.read > 0) await writeGraphCache(cacheFile, next)
  return { graph, ms, cache: next, cacheFile }
}

const figuresOf = ({ files, read: again, kept_back }: BuiltGraph, ms: number) => ({
  files: files.length,
  read: again,
  imports: files.reduce((sum, { imports }) => sum + imports.length, 0),
  unresolved: files.reduce((sum, { unresolved }) => sum + unresolved, 0),
  kept_back,
  ms,
})

const send = async (
  context: CommandContext,
  deps: Deps,
  project: IngestProject,
  { graph, cache, cacheFile }: Built,
  { full, signal }: { full?: boolean | undefined; signal: AbortSignal },
): Promise<SentGraph> => {
  const { client, stored } = await openConnection(context)
  const storage = await openStorageWhenFree(context, {
    serverId: stored?.team.id ?? (await client.me()).team.id,
    signal,
  })
  const { spool } = storage
  if (spool === undefined) throw new Error('A code graph needs a spool.')
  const isWanted = await takeWish(storage.root, cache.batches)
  // What was sent is no proof that it is there: the project may have been deleted, or the server set up again.
  const isMissing = full !== true && !isWanted && !(await isThere(client, project))
  const machine = await identifyMachine(context.paths.machine)
  const checkout = await readCheckout(project.root_path, deps.git)
  const { spooled, cache: next } = await spoolGraph(
    graph,
    cache,
    { spool, hold: storage.lock.hold, machine, project, checkout, now: context.now },
    { full: full === true || isWanted || isMissing },
  )
  const kept = { ...cache, ...next }
  await writeGraphCache(cacheFile, kept)
  if (spooled === null) return { state: 'unchanged', sent: 0, gone: 0 }
  const { receipt, refusal, trouble } = await deliverNow(storage, client, {
    signal,
    batches: spooled.batches,
  })
  if (receipt?.wants_whole && spooled.mode === 'changes')
    return send(context, deps, project, { graph, cache: kept, cacheFile, ms: 0 }, { signal })
  if (refusal !== undefined) throw graphRefused(refusal)
  return {
    state: receipt?.state ?? 'waits',
    sent: spooled.files,
    gone: spooled.gone,
    ...(trouble !== undefined && { trouble }),
  }
}

/** Whether the server has a graph of this project; also where it cannot be asked, since then nothing is known to be missing. */
const isThere = async (client: LoreClient, project: IngestProject): Promise<boolean> => {
  try {
    const named = await projectOfFolder(client, project)
    return (await client.codeGraph.get({ project: named })).files > 0
  } catch (error) {
    if (error instanceof CliError) return false
    return !(error instanceof ApiError && error.status === 404)
  }
}

const graphRefused = (message: string): CliError =>
  new CliError({
    code: 'graph.refused',
    message: `The server would not have the code graph: ${message}`,
    hint: 'It lies in quarantine. Correct what it says and run this command again, which sends all of it.',
  })

type Delivered = {
  /** The last answer to what was sent now. */
  receipt?: CodeGraphReceipt
  /** Why the server would not have it. */
  refusal?: string
  /** Why it waits on. */
  trouble?: string
}

/** Sends what waits; only what this build put there answers for it. */
const deliverNow = async (
  storage: ServerStorage,
  client: LoreClient,
  { signal, batches }: { signal: AbortSignal; batches: readonly string[] },
): Promise<Delivered> => {
  const done: Delivered = {}
  const ledger = createGraphLedger(storage.root)
  await sendKind('code-graph', storage, {
    client,
    signal,
    ledgers: {
      'code-graph': {
        delivered: async (batch, answer) => {
          if (batches.includes(batch.id)) done.receipt = answer
          await ledger.delivered?.(batch, answer)
        },
        failed: async (batch, why) => {
          if (why.isRefused && batches.includes(batch.id)) done.refusal = why.message
          await ledger.failed?.(batch, why)
        },
      },
    },
  }).catch((error: unknown) => {
    delete done.receipt
    done.trouble = describeError(error).message
  })
  return done
}

const build = async (
  context: CommandContext,
  deps: Deps,
  project: IngestProject,
  { full, dryRun }: GraphOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const controller = new AbortController()
  const release = context.onInterrupt(() => controller.abort())
  try {
    const built = await read(context, deps, project)
    const figures = figuresOf(built.graph, built.ms)
    const sent = dryRun
      ? undefined
      : await send(context, deps, project, built, { full, signal: controller.signal })
    if (isJson) output.json({ ...figures, sent: sent ?? null })
    else output.print(...builtLines(figures, sent))
    return EXIT.ok
  } finally {
    release()
  }
}

const watch = async (
  context: CommandContext,
  deps: Deps,
  project: IngestProject,
): Promise<ExitCode> => {
  const { output } = context
  const controller = new AbortController()
  const release = context.onInterrupt(() => controller.abort())
  try {
    for await (const _change of watchFiles(project.root_path, controller.signal)) {
      const built = await read(context, deps, project)
      const sent = await send(context, deps, project, built, { signal: controller.signal })
      if (sent.state !== 'unchanged')
        output.print(...builtLines(figuresOf(built.graph, built.ms), sent))
    }
    return EXIT.ok
  } finally {
    release()
  }
}

const status = async (context: CommandContext, project: IngestProject): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const graph = await client.codeGraph.get({
    project: await projectOfFolder(client, project, 'Send its code first: `lore graph build`.'),
  })
  if (context.isJson) context.output.json(graph)
  else context.output.print(...statusLines(graph))
  return EXIT.ok
}

const show = async (
  context: CommandContext,
  deps: Deps,
  project: IngestProject,
  typed: string | undefined,
): Promise<ExitCode> => {
  const { graph } = await read(context, deps, project)
  const path =
    typed === undefined ? undefined : pathInProject(context.cwd(), project.root_path, typed)
  const file = graph.files.find((one) => one.path === path)
  if (file === undefined) {
    const paths = graph.files.map((one) => one.path)
    const near = path && (nearestName(path, paths) ?? nearestPath(path, paths))
    throw new CliError({
      code: 'cli.no_such_code_file',
      message: path === undefined ? 'Name a file.' : `The code graph has no file ${path}.`,
      hint: near
        ? `Did you mean ${near}?`
        : 'Give a path of a code file in this repository: `lore graph show src/x.ts`.',
    })
  }
  const importedBy = graph.files.flatMap((one) =>
    one.imports.filter(({ to }) => to === file.path).map(({ kind }) => ({ path: one.path, kind })),
  )
  const imports = file.imports.map(({ to, kind }) => ({ path: to, kind }))
  if (context.isJson)
    context.output.json({
      path: file.path,
      language: file.language,
      lines: file.lines,
      imports,
      imported_by: importedBy,
      unresolved: file.unresolved,
    })
  else context.output.print(...fileLines(file, imports, importedBy))
  return EXIT.ok
}
