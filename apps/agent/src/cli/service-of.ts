import type { CommandContext } from '../commands/shared/command-context.ts'

/** A small nursery for new objects: a watch makes few, and its memory stays small. */
export const WATCH_FLAGS = ['--max-semi-space-size=1']

/** The way of this system to keep a service, out of parts that are loaded when they are wanted. */
export const serviceOf =
  ({
    findService,
    runProgram,
  }: {
    findService: typeof import('../service/find-service.ts').findService
    runProgram: typeof import('../service/run-program.ts').runProgram
  }) =>
  ({ home, paths, surroundings, config }: CommandContext) =>
    findService({
      platform: surroundings.platform,
      run: runProgram,
      home,
      configHome: surroundings.variables.XDG_CONFIG_HOME,
      stateDir: paths.stateDir,
      domain: config.systemVariables.USERDOMAIN,
    })
