import { lockDirectory } from '../engine/directory-lock.ts'

/** A process to be killed: takes the lock of the directory in argv[2], says so and stays. */
try {
  await lockDirectory(process.argv[2] ?? '')
  process.stdout.write('locked\n')
  setInterval(() => {}, 60_000)
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
}
