// `npm test`: every test that needs no server of its own. Arguments go to vitest.
import { bin, run } from './lib/run.mjs'
import { setUp } from './lib/setup.mjs'

await setUp()
process.exit(await run(bin('vitest'), ['run', ...process.argv.slice(2)], { env: { TZ: 'UTC' } }))
