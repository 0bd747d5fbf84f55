import { homedir } from 'node:os'
import { COMMANDS } from './cli/commands.ts'
import { runCli } from './cli/run-cli.ts'
import { EXIT } from './errors/exit-codes.ts'

/** Whoever reads our answer may leave before its end, as `head` does: that is no failure. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(EXIT.ok)
})
/** Whether anybody listens to the progress makes no difference to the work. */
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const onInterrupt = (listener: () => void): (() => void) => {
  let isSecond = false
  const handle = () => {
    if (isSecond) process.exit(EXIT.interrupted)
    isSecond = true
    listener()
  }
  process.on('SIGINT', handle)
  process.on('SIGTERM', handle)
  return () => {
    process.off('SIGINT', handle)
    process.off('SIGTERM', handle)
  }
}

void runCli(
  process.argv.slice(2),
  {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    loadConfig: async () => (await import('./env.ts')).readEnv(),
    now: () => new Date(),
    home: homedir(),
    cwd: process.cwd,
    onInterrupt,
  },
  COMMANDS,
).then((code) => {
  // Left for the process to end with, so that everything written still reaches a slow pipe.
  process.exitCode = code
})
