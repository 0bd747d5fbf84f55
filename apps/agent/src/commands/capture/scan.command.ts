import { join } from 'node:path'
import { serverRoot } from '../../capture/state-store.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { readCredentials } from '../../platform/credentials.ts'
import { readToolsOff } from '../../platform/tools-off.ts'
import type { RunScan, ScanReport } from '../../scan/scan.types.ts'
import { scanLines } from '../../views/scan.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { existingPaths } from '../shared/existing-path.ts'
import { ensureKnownTools, ensureSwitchedOn } from '../shared/known-tools.ts'

export type ScanCommandOptions = {
  tool?: readonly string[] | undefined
  path?: string | readonly string[] | undefined
}

type Deps = { scan: RunScan; tools: readonly string[] }

/** `lore scan`: what would be taken out, with marks where secrets stand. Finding some is no failure. */
export const makeRunScanCommand =
  ({ scan, tools }: Deps) =>
  async (context: CommandContext, { tool, path }: ScanCommandOptions): Promise<ExitCode> => {
    const { output, paths, surroundings } = context
    ensureKnownTools(tool, tools)
    const toolsOff = await readToolsOff(paths.toolsFile)
    ensureSwitchedOn(tool, toolsOff)
    const controller = new AbortController()
    const release = context.onInterrupt(() => controller.abort())
    try {
      const report = await scan({
        ...(tool === undefined ? {} : { tools: [...tool] }),
        ...(path === undefined ? {} : { path: await existingPaths(path) }),
        toolsOff,
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

const scanJson = ({
  memoryFiles,
  leftOut: { memoryFiles: filesLeftOut, ...leftOut },
  ...report
}: ScanReport) => ({
  ...report,
  memory_files: memoryFiles,
  left_out: { ...leftOut, memory_files: filesLeftOut },
})
