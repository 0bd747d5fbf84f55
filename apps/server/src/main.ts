import { LEAVES_START_AFTER_MS, runProcess } from '@teamlore/shared/process'
import { parseEnv } from './env.ts'
import { rotateSecret } from './rotate-secret.ts'
import { serve } from './serve.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

const isRotation = process.argv[2] === 'rotate-secret'
const rotation = async () => ({ text: await rotateSecret(parseEnv()), close: async () => {} })

await runProcess(
  async () =>
    isRotation
      ? rotation()
      : serve(parseEnv(), (error) => {
          process.stderr.write(`${error.message}\n`)
          process.exit(1)
        }),
  {
    onStop: (cause) => say(`\n${cause}: closing (again to leave at once) …`),
    onStopped: () => say('Teamlore has stopped.'),
    // A rotation is brought to its end.
    leavesAfterMs: isRotation ? undefined : LEAVES_START_AFTER_MS,
  },
)
