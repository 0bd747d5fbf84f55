// `npm start`: install what is missing, build what has changed, serve everything on one port. With `rotate-secret`: that, and end.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './lib/run.mjs'
import { flags, settings } from './lib/server-memory.mjs'
import { setUp } from './lib/setup.mjs'

// Started by npm, this process ends with it: whoever stops npm means the server, and npm passes not every signal on.
const starter = process.ppid
const isFromNpm = process.env.npm_lifecycle_event === 'start'
let stop = () => process.exit(130)
const watch = setInterval(() => isFromNpm && process.ppid !== starter && stop(), 250)
watch.unref()
// Ctrl-C, a closed terminal and a supervisor may reach this process alone, or the server as well.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop())
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

await setUp()
const { build } = await import('./build.mjs')
// Whoever is served below a path gets the pages that are made for one; no other path needs another build.
const isBelowPath = /^https?:\/\/[^/]+\/+[^/]/i.test(process.env.TEAMLORE_URL ?? '')
await build(['agent', isBelowPath ? 'web-path' : 'web', 'server'])

const server = spawn(
  process.execPath,
  [...flags, join(root, 'apps/server/dist/main.mjs'), ...process.argv.slice(2)],
  {
    // The channel says nothing; when it closes, for whatever reason, the server closes in order.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // The data folder's default is relative to where the person started, which is the project's root under npm.
    env: { NODE_ENV: 'production', ...settings, ...process.env },
  },
)
stop = () => server.connected && server.disconnect()
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)))
