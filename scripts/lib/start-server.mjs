import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './run.mjs'

const READY = /Teamlore is ready at/
const MOST_MS = 120_000

/** The built server, as `npm start` runs it, once it is ready. */
export const startServer = ({ home, port, key }) => {
  const server = spawn(process.execPath, [join(root, 'apps/server/dist/main.mjs')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      TEAMLORE_HOME: home,
      TEAMLORE_ADMIN_KEY: key,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const stop = () => {
    server.kill('SIGTERM')
    return ended
  }
  return new Promise((resolve, reject) => {
    let said = ''
    const late = setTimeout(() => reject(new Error(`The server is not ready:\n${said}`)), MOST_MS)
    const hear = (text) => {
      said += text
      if (!READY.test(said)) return
      clearTimeout(late)
      resolve({ stop })
    }
    server.stdout.on('data', hear)
    server.stderr.on('data', hear)
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said}`)))
  })
}
