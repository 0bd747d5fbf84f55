import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { createClaudeCodeSource } from '@teamlore/sources/claude-code/claude-code.source'
import { createSources } from '@teamlore/sources/sources'
import type { RunImport } from '../capture/import.types.ts'
import type { CommandTable } from '../cli/command-table.ts'
import { runCli } from '../cli/run-cli.ts'
import { makeRunDaemon } from '../commands/capture/daemon.command.ts'
import { makeRunScanCommand } from '../commands/capture/scan.command.ts'
import { makeRunStatus } from '../commands/capture/status.command.ts'
import { makeRunWatch } from '../commands/capture/watch.command.ts'
import { makeRunCi } from '../commands/code/ci.command.ts'
import { makeRunGraph } from '../commands/code/graph.command.ts'
import { makeRunWhy } from '../commands/code/why.command.ts'
import { makeRunImportCommand } from '../commands/imports/import.command.ts'
import { makeRunImportFrom } from '../commands/imports/import-from.command.ts'
import { makeRunInit } from '../commands/projects/init.command.ts'
import { makeRunContinue } from '../commands/sessions/continue.command.ts'
import type { StartTool } from '../commands/sessions/continue.tools.ts'
import { makeRunDoctor } from '../commands/setup/doctor.command.ts'
import { type JoinDeps, makeRunJoin } from '../commands/setup/join.command.ts'
import { makeRunLogin } from '../commands/setup/login.command.ts'
import { makeRunUpgrade, type UpgradeDeps } from '../commands/setup/upgrade.command.ts'
import { makeRunDistilWords } from '../commands/tools/distil-auto.command.ts'
import { makeRunHooks } from '../commands/tools/hooks.command.ts'
import { makeRunMcp } from '../commands/tools/mcp.command.ts'
import { makeChangeMcp } from '../commands/tools/mcp-install.command.ts'
import { makeRunTools } from '../commands/tools/tools.command.ts'
import { environmentForCodingAgents, parseEnv } from '../env.ts'
import { readHere } from '../graph/testing/read-here.ts'
import type { ImportPeer } from '../importers/import-peer.types.ts'
import { createProjectResolver } from '../project/resolve-project.ts'
import { runGit } from '../project/run-git.ts'
import { makeRunScan } from '../scan/run-scan.ts'
import type { ServiceManager } from '../service/service.types.ts'
import type { WatchSessions } from '../watch/watch.types.ts'
import type { Times } from '../wire/retry-policy.ts'
import { createFakeTimes } from './fake-times.ts'

type JoinSteps = Pick<
  JoinDeps,
  'install' | 'link' | 'connectTools' | 'installService' | 'startWatch'
>

type Options = {
  env?: Record<string, string>
  /** Where the command is run; the folder of this test by default. */
  cwd?: string
  home?: string
  /** Whether a person sits there. */
  isTerminal?: boolean
  /** What is piped into the command. */
  input?: string
  /** Columns of the terminal; without it, output goes into pipes. */
  columns?: number
  importSessions?: RunImport
  importPeer?: ImportPeer
  watchSessions?: WatchSessions
  service?: ServiceManager
  /** What the server wrote into the package that runs. */
  packageServer?: string
  /** Steps of `lore join` that touch this machine. */
  join?: JoinSteps
  /** What starts another coding tool. */
  startTool?: StartTool
  runNew?: UpgradeDeps['runNew']
  /** By which a server is waited for; no time passes by default. */
  times?: Times
  nodeVersion?: string
  /** Folder in which coding agents are looked for; none are found by default. */
  codingAgents?: string
  /** Room on the disk. */
  freeBytes?: number
  now?: Date
  /** Instead of `now`, for commands that look at it often. */
  clock?: () => Date
}

const noImport: RunImport = () => Promise.reject(new Error('this test imports nothing'))
const noImportPeer: ImportPeer = () => Promise.reject(new Error('this test imports nothing'))
const noStart: StartTool = () => Promise.reject(new Error('this test starts nothing'))
const noWatch: WatchSessions = () => Promise.reject(new Error('this test watches nothing'))

const noStep = () => Promise.reject(new Error('this test installs nothing'))
const noJoin: JoinSteps = {
  install: noStep,
  link: noStep,
  connectTools: noStep,
  installService: noStep,
  startWatch: () => undefined,
}

const capture = (columns: number | undefined) => {
  const stream = new PassThrough()
  let text = ''
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  Object.assign(stream, columns === undefined ? {} : { isTTY: true, columns })
  return { stream, text: () => text }
}

/** The `lore` command with a configuration folder of its own, run within this process. */
export const createTestCli = () => {
  const folder = mkdtempSync(join(tmpdir(), 'lore-test-'))
  let shown = () => ''
  let interrupts = new Set<() => void>()
  const run = async (words: string[], options: Options = {}) => {
    const stdout = capture(options.columns)
    const stderr = capture(options.columns)
    shown = stderr.text
    const stdin = Object.assign(new PassThrough(), { isTTY: options.isTerminal })
    stdin.end(options.input ?? '')
    interrupts = new Set()
    const { times = createFakeTimes() } = options
    const cwd = () => options.cwd ?? folder
    const commands: CommandTable = {
      login: makeRunLogin({ times, openPage: () => undefined }),
      join: makeRunJoin({
        times,
        openPage: () => undefined,
        serverOfPackage: async () => options.packageServer,
        ...(options.join ?? noJoin),
      }),
      upgrade: makeRunUpgrade({
        install: (options.join ?? noJoin).install,
        findService: () => options.service,
        runNew: options.runNew ?? (async () => ({ code: 0, stdout: '', stderr: '' })),
      }),
      import: (context, words) =>
        words.from === undefined
          ? makeRunImportCommand({
              importSessions: options.importSessions ?? noImport,
              tools: ['claude-code', 'codex'],
              times,
            })(context, words)
          : makeRunImportFrom({ importPeer: options.importPeer ?? noImportPeer, times })(
              context,
              words,
            ),
      scan: makeRunScanCommand({
        scan: makeRunScan({
          makeSources: ({ home }) => [createClaudeCodeSource({ home })],
          resolveProject: createProjectResolver(),
        }),
        tools: ['claude-code', 'codex'],
      }),
      init: makeRunInit({ resolveProject: createProjectResolver(), cwd }),
      watch: makeRunWatch({ watchSessions: options.watchSessions ?? noWatch }),
      daemon: makeRunDaemon({
        lore: ['node', '/opt/lore.mjs'],
        findService: () => options.service,
        beginsWithinMs: 0,
      }),
      doctor: makeRunDoctor({
        makeSources: () => [createClaudeCodeSource({ home: folder })],
        findService: () => options.service,
        nodeVersion: options.nodeVersion ?? '20.19.0',
        freeBytes: async () => options.freeBytes ?? 1e12,
      }),
      tools: makeRunTools({ makeSources: createSources }),
      hooks: makeRunHooks({
        lore: ['/usr/bin/node', '/opt/lore/bin/lore.mjs'],
        cwd,
        resolveProject: createProjectResolver(),
        work: () => Promise.reject(new Error('this test does no work of hooks')),
      }),
      graph: makeRunGraph({
        resolveProject: createProjectResolver(),
        git: runGit,
        readFiles: readHere,
      }),
      why: makeRunWhy({ resolveProject: createProjectResolver(), git: runGit }),
      ci: makeRunCi({
        resolveProject: createProjectResolver(),
        git: runGit,
        version: '0.0.0-test',
      }),
      continue: makeRunContinue({ start: options.startTool ?? noStart }),
      distil: makeRunDistilWords({
        variables: () =>
          environmentForCodingAgents({ PATH: options.codingAgents, HOME: options.home ?? folder }),
      }),
      mcp: makeRunMcp({ stdout: stdout.stream }),
      changeMcp: makeChangeMcp({ lore: ['/usr/bin/node', '/opt/lore.mjs'] }),
      status: makeRunStatus({ findService: () => options.service }),
    }
    const code = await runCli(
      words,
      {
        stdin,
        stdout: stdout.stream,
        stderr: stderr.stream,
        loadConfig: async () =>
          parseEnv({ LORE_CONFIG_DIR: join(folder, 'config'), ...options.env }),
        now: options.clock ?? (() => options.now ?? new Date('2026-05-02T12:00:00.000Z')),
        home: options.home ?? '/home/ana',
        cwd,
        onInterrupt: (listener) => {
          interrupts.add(listener)
          return () => interrupts.delete(listener)
        },
      },
      commands,
    )
    return {
      code,
      stdout: stdout.text(),
      stderr: stderr.text(),
      json: (): unknown => JSON.parse(stdout.text()),
      listeners: interrupts.size,
    }
  }
  return {
    run,
    /** What the command that is running has said on stderr so far. */
    shown: (): string => shown(),
    /** What Ctrl-C does to the command that is running. */
    interrupt: (): void => {
      for (const listener of interrupts) listener()
    },
    configDir: join(folder, 'config'),
    path: (...parts: string[]) => join(folder, ...parts),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}
