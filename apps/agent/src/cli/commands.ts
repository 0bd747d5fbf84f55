import type { Surroundings } from '@teamlore/sources/surroundings'
import type { CommandTable } from './command-table.ts'
import { serviceOf, WATCH_FLAGS } from './service-of.ts'

/** For asking the sources their names. */
const NOWHERE: Surroundings = { home: '/', platform: 'linux', variables: {} }

const importFrom: CommandTable['import'] = async (...words) => {
  const [{ makeRunImportFrom }, { importPeer }, { realTimes: times }] = await Promise.all([
    import('../commands/imports/import-from.command.ts'),
    import('../importers/import-peer.ts'),
    import('../wire/retry-policy.ts'),
  ])
  return makeRunImportFrom({ importPeer, times })(...words)
}

/** Each command that needs something of this machine, behind its own import: starting `lore` loads only what it is asked for. */
export const COMMANDS: CommandTable = {
  login: async (...words) => {
    const [{ makeRunLogin }, { openPage }, { realTimes: times }] = await Promise.all([
      import('../commands/setup/login.command.ts'),
      import('../platform/open-page.ts'),
      import('../wire/retry-policy.ts'),
    ])
    return makeRunLogin({ times, openPage })(...words)
  },
  join: async (...words) => (await import('./join-parts.ts')).join(...words),
  upgrade: async (...words) => (await import('./join-parts.ts')).upgrade(...words),
  import: async (...words) => {
    if (words[1].from !== undefined) return importFrom(...words)
    const [{ makeRunImportCommand }, { runImport }, { createSources }, { realTimes: times }] =
      await Promise.all([
        import('../commands/imports/import.command.ts'),
        import('../capture/run-import.ts'),
        import('@teamlore/sources/sources'),
        import('../wire/retry-policy.ts'),
      ])
    const tools = createSources(NOWHERE).map(({ info }) => info.name)
    return makeRunImportCommand({ importSessions: runImport, tools, times })(...words)
  },
  scan: async (...words) => {
    const [{ makeRunScanCommand }, { runScan }, { createSources }] = await Promise.all([
      import('../commands/capture/scan.command.ts'),
      import('../scan/run-scan.ts'),
      import('@teamlore/sources/sources'),
    ])
    const tools = createSources(NOWHERE).map(({ info }) => info.name)
    return makeRunScanCommand({ scan: runScan, tools })(...words)
  },
  init: async (...words) => {
    const [{ makeRunInit }, { createProjectResolver }] = await Promise.all([
      import('../commands/projects/init.command.ts'),
      import('../project/resolve-project.ts'),
    ])
    return makeRunInit({ resolveProject: createProjectResolver(), cwd: process.cwd })(...words)
  },
  watch: async (...words) => {
    const [{ makeRunWatch }, { watchSessions }, { buildGraphWith }, env] = await Promise.all([
      import('../commands/capture/watch.command.ts'),
      import('../watch/watch-sessions.ts'),
      import('../graph/build-graph-in-child.ts'),
      import('../env.ts'),
    ])
    const buildGraph = buildGraphWith([process.execPath, process.argv[1] ?? 'lore'])
    return makeRunWatch({
      watchSessions,
      buildGraph,
      variables: env.environmentForCodingAgents,
    })(...words)
  },
  daemon: async (...words) => {
    const [{ makeRunDaemon }, { findService }, { runProgram }] = await Promise.all([
      import('../commands/capture/daemon.command.ts'),
      import('../service/find-service.ts'),
      import('../service/run-program.ts'),
    ])
    return makeRunDaemon({
      lore: [process.execPath, ...WATCH_FLAGS, process.argv[1] ?? 'lore'],
      findService: serviceOf({ findService, runProgram }),
      beginsWithinMs: 5_000,
    })(...words)
  },
  doctor: async (...words) => {
    const [{ makeRunDoctor }, { createSources }, { findService }, { runProgram }] =
      await Promise.all([
        import('../commands/setup/doctor.command.ts'),
        import('@teamlore/sources/sources'),
        import('../service/find-service.ts'),
        import('../service/run-program.ts'),
      ])
    return makeRunDoctor({
      makeSources: createSources,
      findService: serviceOf({ findService, runProgram }),
      nodeVersion: process.versions.node,
    })(...words)
  },
  tools: async (...words) => {
    const [{ makeRunTools }, { createSources }] = await Promise.all([
      import('../commands/tools/tools.command.ts'),
      import('@teamlore/sources/sources'),
    ])
    return makeRunTools({ makeSources: createSources })(...words)
  },
  hooks: async (...words) => {
    const [{ makeRunHooks }, { runHookWork }, { createProjectResolver }] = await Promise.all([
      import('../commands/tools/hooks.command.ts'),
      import('../commands/tools/hooks-work.ts'),
      import('../project/resolve-project.ts'),
    ])
    const lore = [process.execPath, process.argv[1] ?? 'lore'] as const
    return makeRunHooks({
      lore,
      cwd: process.cwd,
      resolveProject: createProjectResolver(),
      work: runHookWork(lore),
    })(...words)
  },
  graph: async (...words) => {
    const [{ makeRunGraph }, { createProjectResolver }, { runGit }, { readInProcesses }] =
      await Promise.all([
        import('../commands/code/graph.command.ts'),
        import('../project/resolve-project.ts'),
        import('../project/run-git.ts'),
        import('../graph/parser-process.ts'),
      ])
    return makeRunGraph({
      resolveProject: createProjectResolver(),
      git: runGit,
      readFiles: readInProcesses(process.argv[1] ?? 'lore'),
    })(...words)
  },
  why: async (...words) => {
    const [{ makeRunWhy }, { createProjectResolver }, { runGit }] = await Promise.all([
      import('../commands/code/why.command.ts'),
      import('../project/resolve-project.ts'),
      import('../project/run-git.ts'),
    ])
    return makeRunWhy({ resolveProject: createProjectResolver(), git: runGit })(...words)
  },
  ci: async (...words) => {
    const [{ makeRunCi }, { createProjectResolver }, { runGit }, { VERSION }] = await Promise.all([
      import('../commands/code/ci.command.ts'),
      import('../project/resolve-project.ts'),
      import('../project/run-git.ts'),
      import('../platform/version.ts'),
    ])
    return makeRunCi({ resolveProject: createProjectResolver(), git: runGit, version: VERSION })(
      ...words,
    )
  },
  continue: async (...words) => {
    const [{ makeRunContinue }, { startTool }] = await Promise.all([
      import('../commands/sessions/continue.command.ts'),
      import('../platform/start-tool.ts'),
    ])
    return makeRunContinue({ start: startTool })(...words)
  },
  distil: async (...words) => {
    const [{ makeRunDistilWords }, { environmentForCodingAgents }] = await Promise.all([
      import('../commands/tools/distil-auto.command.ts'),
      import('../env.ts'),
    ])
    return makeRunDistilWords({ variables: environmentForCodingAgents })(...words)
  },
  mcp: async (...words) =>
    (await import('../commands/tools/mcp.command.ts')).makeRunMcp({ stdout: process.stdout })(
      ...words,
    ),
  changeMcp: async (...words) =>
    (await import('../commands/tools/mcp-install.command.ts')).makeChangeMcp({
      lore: [process.execPath, process.argv[1] ?? 'lore'],
    })(...words),
  status: async (...words) => {
    const [{ makeRunStatus }, { findService }, { runProgram }] = await Promise.all([
      import('../commands/capture/status.command.ts'),
      import('../service/find-service.ts'),
      import('../service/run-program.ts'),
    ])
    return makeRunStatus({ findService: serviceOf({ findService, runProgram }) })(...words)
  },
}
