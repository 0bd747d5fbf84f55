// `npm run sign-in`: a new one-time link to the dashboard, made with the admin key of this machine's TEAMLORE_HOME.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const home = resolve(process.env.TEAMLORE_HOME || './.teamlore')
const keyFile = join(home, 'admin-key')
const server = (process.env.TEAMLORE_URL || `http://localhost:${process.env.PORT || 4000}`).replace(
  /\/+$/,
  '',
)
const stop = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const key =
  process.env.TEAMLORE_ADMIN_KEY || (existsSync(keyFile) && readFileSync(keyFile, 'utf8').trim())
if (!key) stop(`No admin key: ${keyFile} is not there. Set TEAMLORE_HOME or TEAMLORE_ADMIN_KEY.`)

const answer = await fetch(`${server}/v1/sign-in-links`, {
  method: 'POST',
  headers: { authorization: `Bearer ${key}` },
  signal: AbortSignal.timeout(10_000),
}).catch(() =>
  stop(
    `No answer from ${server}. Is Teamlore running? Start it with \`npm start\`, or set TEAMLORE_URL or PORT.`,
  ),
)
const body = await answer.json().catch(() => undefined)
if (!answer.ok) stop(body?.error?.message ?? `The server answered ${answer.status}.`)
process.stdout.write(`${body.url}\n\nWorks once, until ${body.expires_at}.\n`)
