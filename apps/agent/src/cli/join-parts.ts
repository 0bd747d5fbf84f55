import { spawn } from 'node:child_process'
import { createClient } from '@teamlore/shared'
import { makeRunDaemon } from '../commands/capture/daemon.command.ts'
import { makeRunJoin } from '../commands/setup/join.command.ts'
import { makeRunUpgrade } from '../commands/setup/upgrade.command.ts'
import type { CommandContext } from '../commands/shared/command-context.ts'
import { makeRunHooks } from '../commands/tools/hooks.command.ts'
import { runHookWork } from '../commands/tools/hooks-work.ts'
import { openPage } from '../platform/open-page.ts'
import { serverOfPackage } from '../platform/package-origin.ts'
import { installProgram } from '../program/install-program.ts'
import { linkProgram } from '../program/link-program.ts'
import { programPlaces } from '../program/program-places.ts'
import { createProjectResolver } from '../project/resolve-project.ts'
import { findService } from '../service/find-service.ts'
import { makeRunProgram, runProgram } from '../service/run-program.ts'
import { realTimes } from '../wire/retry-policy.ts'
import { serviceOf, WATCH_FLAGS } from './service-of.ts'

/** npm may have to fetch native parts, on a slow line. */
const INSTALL_MS = 5 * 60_000

const node = process.execPath

const install = ({ paths }: CommandContext, server: string) =>
  installProgram({ client: createClient({ baseUrl: server }), server }, programPlaces(paths), {
    run: makeRunProgram(INSTALL_MS),
    node,
  })

export const join = makeRunJoin({
  times: realTimes,
  openPage,
  install,
  serverOfPackage: () => serverOfPackage(process.argv[1] ?? ''),
  link: ({ home, config, surroundings }, script) =>
    linkProgram(script, {
      home,
      path: config.systemVariables.PATH,
      shell: config.systemVariables.SHELL,
      platform: surroundings.platform,
    }),
  connectTools: (context, script) =>
    makeRunHooks({
      lore: [node, script],
      cwd: process.cwd,
      resolveProject: createProjectResolver(),
      work: runHookWork([node, script]),
    })(context, 'install', { user: true }),
  installService: (context, script) =>
    makeRunDaemon({
      lore: [node, ...WATCH_FLAGS, script],
      findService: serviceOf({ findService, runProgram }),
      beginsWithinMs: 5_000,
    })(context, 'install'),
  startWatch: (script) => {
    const child = spawn(node, [...WATCH_FLAGS, script, 'watch'], {
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
    })
    child.on('error', () => undefined)
    child.unref()
  },
})

export const upgrade = makeRunUpgrade({
  install,
  findService: serviceOf({ findService, runProgram }),
  runNew: (script, words) => makeRunProgram(60_000)(node, [script, ...words]),
})
