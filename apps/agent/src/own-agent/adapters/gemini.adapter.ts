import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Adapter, Places } from '../adapter.types.ts'
import { classify } from '../classify.ts'
import { fieldsOf, numberOf, sumOf, textOf } from '../fields.ts'
import { jsonIn } from '../json-in.ts'
import { OwnAgentError } from '../own-agent-error.ts'
import { linkSignIn } from '../own-folder.ts'
import type { Ran } from '../run-tool.ts'
import { withSchema } from './in-prompt.ts'

const MODEL = 'gemini-3.5-flash-lite'
const SIGN_IN_FILES = ['oauth_creds.json', 'google_accounts.json', 'gemini-credentials.json']
/** It keeps every session; some runs hung where only a part of these was taken away. */
const LEFT = ['tmp', 'history', 'projects.json', 'projects.json.lock']

/** How the person signed in: the one thing taken over of their settings. */
const authOf = async (settings: string): Promise<unknown> => {
  const text = await readFile(settings, 'utf8').catch(() => '')
  return fieldsOf(fieldsOf(jsonIn(text))['security'])['auth'] ?? {}
}

const prepareHome = async ({ folder, home }: Places): Promise<string> => {
  const own = join(folder.root, 'home', '.gemini')
  const real = join(home, '.gemini')
  await mkdir(own, { recursive: true, mode: 0o700 })
  for (const name of SIGN_IN_FILES) await linkSignIn(join(real, name), join(own, name))
  const settings = {
    security: { auth: await authOf(join(real, 'settings.json')) },
    privacy: { usageStatisticsEnabled: false },
    general: { enableAutoUpdate: false, maxAttempts: 1 },
    telemetry: { enabled: false },
    hooksConfig: { enabled: false },
    skills: { enabled: false },
    tools: { core: ['none'] },
    model: { maxSessionTurns: 1 },
  }
  await writeFile(join(own, 'settings.json'), JSON.stringify(settings), { mode: 0o600 })
  return own
}

/** A failure stands as the last JSON of stderr. */
const failureOf = ({ code, stderr }: Ran): OwnAgentError => {
  const error = fieldsOf(
    fieldsOf(jsonIn(/\{\s*"session_id"[\s\S]*\}\s*$/.exec(stderr)?.[0] ?? ''))['error'],
  )
  const status = numberOf(error['code'])
  const text = textOf(error['message']) ?? stderr.slice(-300)
  if (/ModelNotFoundError/.test(stderr)) return classify({ status: 404, text })
  // Its exit code is the status of the provider, less 256.
  if (status === 41 || status === 401 || code === 41 || code === 401 - 256)
    return new OwnAgentError('not-signed-in', text)
  if (status !== 429 && code !== 429 - 256) return classify({ status: 503, text })
  const delay = /retryDelayMs: (\d+)/.exec(stderr)?.[1]
  const until = delay === undefined ? undefined : new Date(Date.now() + Number(delay))
  return classify({ status: 429, text, until })
}

export const gemini: Adapter = {
  name: 'gemini',
  label: 'Gemini CLI',
  provider: 'Google',
  minVersion: [0, 61, 0],
  model: MODEL,
  price: null,
  isOptIn: false,
  signIn: null,
  command: async (asked, places) => {
    const own = await prepareHome(places)
    const { folder } = places
    const system = join(folder.root, 'system.md')
    await writeFile(system, asked.system, { mode: 0o600 })
    return {
      args: [
        ...['--output-format', 'json', '-m', asked.model ?? MODEL],
        ...['-e', 'none', '--allowed-mcp-server-names', 'none'],
        ...['--approval-mode', 'plan', '--skip-trust'],
      ],
      stdin: withSchema(asked),
      variables: {
        GEMINI_CLI_HOME: join(folder.root, 'home'),
        GEMINI_SYSTEM_MD: system,
        GEMINI_CLI_NO_RELAUNCH: 'true',
        TERM: 'xterm-256color',
      },
      leaves: LEFT.map((name) => join(own, name)),
    }
  },
  parse: async (ran) => {
    const answer = fieldsOf(jsonIn(ran.stdout))
    const said = textOf(answer['response'])
    const error = fieldsOf(answer['error'])
    if (ran.code === 0 && !said && textOf(error['message']) !== undefined)
      throw new OwnAgentError('bad-answer', String(error['message']))
    if (ran.code !== 0 || said === undefined) throw failureOf(ran)
    const models = fieldsOf(fieldsOf(answer['stats'])['models'])
    const tokens = Object.values(models).map((model) => fieldsOf(fieldsOf(model)['tokens']))
    return {
      text: said,
      model: Object.keys(models)[0],
      usage: {
        inputTokens: sumOf(tokens.map(({ prompt }) => prompt)),
        outputTokens: sumOf(tokens.flatMap(({ candidates, thoughts }) => [candidates, thoughts])),
        usd: null,
      },
    }
  },
}
