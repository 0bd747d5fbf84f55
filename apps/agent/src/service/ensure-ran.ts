import { CliError } from '../errors/cli-error.ts'
import type { RunResult } from './service.types.ts'

/** @throws CliError with what the program said, when it failed. */
export const ensureRan = (command: string, { code, stdout, stderr }: RunResult): void => {
  if (code === 0) return
  const said = (stderr.trim() || stdout.trim()).slice(0, 500)
  throw new CliError({
    code: 'daemon.failed',
    message: `\`${command}\` failed${said === '' ? ` with code ${code}` : `: ${said}`}`,
    hint: 'Fix what it names and run the command again; `lore watch` works without any of it.',
  })
}
