import { readEnv } from './env.ts'
import { serve } from './serve.ts'

/** Errors that a person can mend: their sentence is all they need. */
const PLAIN = new Set(['ConfigError', 'DirectoryInUseError', 'DomainError', 'PortTakenError'])

const isPlain = (error: unknown): error is Error => error instanceof Error && PLAIN.has(error.name)

const say = (text: string) => process.stdout.write(`${text}\n`)

try {
  const running = await serve(readEnv(), (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  say(running.text)
  let isStopping = false
  const stop = (signal: NodeJS.Signals) => {
    // A second Ctrl-C means it: leave at once. Nothing acknowledged is lost, the next start replays the log.
    if (isStopping) process.exit(130)
    isStopping = true
    say(`\n${signal === 'SIGINT' ? 'Ctrl-C' : signal}: closing (again to leave at once) …`)
    void running.close().then(() => {
      say('Teamlore has stopped.')
      process.exit(0)
    })
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
} catch (error) {
  const text = isPlain(error) ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
