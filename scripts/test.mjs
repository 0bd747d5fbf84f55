// `npm test`: every test that starts no server and no browser. `npm run test:e2e`: those that do. Arguments go to vitest.
import { build } from './build.mjs'
import { bin, run } from './lib/run.mjs'
import { setUp } from './lib/setup.mjs'
import { bundleForTests } from './lib/test-bundles.mjs'
import { bundlesFor, vitestWords } from './lib/tested-bundles.mjs'

const words = vitestWords(process.argv.slice(2))
await setUp()
const names = bundlesFor(words)
if (names.length > 0) await build(names)
/** New objects fill the usual 16 MB so fast that collecting them takes some of the CPU time of tests of the API. */
const ROOM_FOR_YOUNG = '--execArgv=--max-semi-space-size=64'
const env = { TZ: 'UTC', TEAMLORE_TEST_BUNDLES: await bundleForTests() }
process.exit(await run(bin('vitest'), ['run', ROOM_FOR_YOUNG, ...words], { env }))
