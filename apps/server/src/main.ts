import { runProcess } from '@teamlore/shared/process'
import { parseEnv } from './env.ts'
import { serve } from './serve.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

await runProcess(
  async () =>
    serve(parseEnv(), (error) => {
      process.stderr.write(`${error.message}\n`)
      process.exit(1)
    }),
  {
    onStop: (cause) => say(`\n${cause}: closing (again to leave at once) …`),
    onStopped: () => say('Teamlore has stopped.'),
  },
)
