import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { HookPlaces } from '../../hooks/hook-places.ts'
import { type HookTool, sourceOf } from '../../hooks/hook-tools.ts'
import { answerNudges, beat } from '../../hooks/hook-work.ts'
import { takeNudges } from '../../hooks/nudges.ts'
import { claim, giveBack } from '../../locks/lock-file.ts'
import { findConnection } from '../../platform/connection.ts'
import { readToolsOff } from '../../platform/tools-off.ts'
import { createProjectResolver } from '../../project/resolve-project.ts'
import type { CommandContext } from '../shared/command-context.ts'

/** Tools write the last of a session about when they report its end. */
const SETTLE_MS = 1_500

/**
 * Does what hooks asked for, where no watch runs that would: started by a hook, ended when there is nothing left. One at
 * a time; nobody sees what it says, so it says nothing.
 */
export const runHookWork =
  (lore: readonly [node: string, script: string]) =>
  async (context: CommandContext, places: HookPlaces): Promise<void> => {
    await mkdir(places.data, { recursive: true, mode: 0o700 })
    const begun = () => rm(places.starting, { recursive: true, force: true })
    if ((await claim(places.workerPid)) !== 'taken') return begun()
    const stop = new AbortController()
    const release = context.onInterrupt(() => stop.abort())
    try {
      await beat(places.workerPid, stop.signal)
      await begun()
      const connection = await findConnection({ ...context, warn: () => undefined })
      // Nobody to ask: what hooks said is of no use, and would only pile up.
      if (connection === undefined) return void (await takeNudges(places.nudges))
      await delay(SETTLE_MS)
      const deps = {
        places,
        client: connection.client,
        resolveProject: createProjectResolver(),
        now: context.now,
        capture: async (tools: ReadonlySet<HookTool>) => {
          const toolsOff = await readToolsOff(context.paths.toolsFile)
          await importOf([...tools].filter(isOn(toolsOff)), lore)
        },
      }
      while (!stop.signal.aborted && (await answerNudges(deps))) await delay(SETTLE_MS)
    } finally {
      stop.abort()
      release()
      await giveBack(places.workerPid)
    }
  }

/** Hooks of a tool that is switched off say that a session ended all the same. */
const isOn =
  (toolsOff: readonly string[]) =>
  (tool: HookTool): boolean =>
    tool === 'git' || !toolsOff.includes(sourceOf(tool))

const importOf = async (
  tools: readonly HookTool[],
  [node, script]: readonly [string, string],
): Promise<void> => {
  for (const tool of tools) {
    if (tool === 'git') continue
    const child = spawn(node, [script, 'import', '--tool', sourceOf(tool)], {
      stdio: 'ignore',
      windowsHide: true,
    })
    await once(child, 'exit').catch(() => undefined)
  }
}
