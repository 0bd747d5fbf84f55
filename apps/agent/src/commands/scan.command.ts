import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { CliError } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { EXIT, type ExitCode } from '../cli/exit-codes.ts'
import { serverRoot } from '../import/state-store.ts'
import { scanLines } from '../output/scan.view.ts'
import { readCredentials } from '../platform/credentials.ts'
import type { RunScan, ScanReport } from '../scan/scan.types.ts'
import { ensureKnownTools } from './known-tools.ts'

export type ScanCommandOptions = { tool?: readonly string[] | undefined; path?: string | undefined }

type Deps = { scan: RunScan; tools: readonly string[] }

/** `lore scan`: what would be taken out, with marks where secrets stand. Finding some is no failure. */
export const makeRunScanCommand =
  ({ scan, tools }: Deps) =>
  async (context: CommandContext, { tool, path }: ScanCommandOptions): Promise<ExitCode> => {
    const { output, paths, surroundings } = context
    ensureKnownTools(tool, tools)
    const controller = new AbortController()
    const release = context.onInterrupt(() => controller.abort())
    try {
      const report = await scan({
        ...(tool === undefined ? {} : { tools: [...tool] }),
        ...(path === undefined ? {} : { path: await existing(path) }),
        surroundings,
        rulesFile: paths.rulesFile,
        memoryFiles: context.config.memoryFiles,
        cachePath: await cacheOf(context),
        signal: controller.signal,
      })
      if (context.isJson) output.json(scanJson(report))
      else output.print(...scanLines(report, { width: output.width, home: context.home }))
      return controller.signal.aborted ? EXIT.interrupted : EXIT.ok
    } finally {
      release()
    }
  }

/** Where the rules of the team lie that this machine is logged in to. */
const cacheOf = async ({ paths, warn }: CommandContext): Promise<string> => {
  const stored = await readCredentials({ path: paths.credentials, warn })
  return join(serverRoot(paths.stateDir, stored?.team.id ?? 'none'), 'redaction-rules.json')
}

const existing = async (typed: string): Promise<string> => {
  const path = resolve(typed)
  await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new CliError({
      code: 'cli.path_missing',
      message: `There is no file or folder ${path}.`,
      hint: 'Give `--path` a session file or a folder of them; without it, the places of the tools themselves are read.',
      cause: error,
    })
  })
  return path
}

const scanJson = ({
  memoryFiles,
  leftOut: { memoryFiles: filesLeftOut, ...leftOut },
  ...report
}: ScanReport) => ({
  ...report,
  memory_files: memoryFiles,
  left_out: { ...leftOut, memory_files: filesLeftOut },
})
