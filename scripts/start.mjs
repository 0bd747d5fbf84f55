// `npm start`: install what is missing, build what has changed, serve everything on one port.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './lib/run.mjs'
import { setUp } from './lib/setup.mjs'

await setUp()
const { build } = await import('./build.mjs')
await build(['agent', 'web', 'server'])

const server = spawn(process.execPath, [join(root, 'apps/server/dist/main.mjs')], {
  stdio: 'inherit',
  // The data folder's default is relative to where the person started, which is the project's root under npm.
  env: { NODE_ENV: 'production', ...process.env },
})
// Ctrl-C reaches the whole process group by itself; a supervisor's SIGTERM reaches only this process.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)))
