import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Adapter } from '../adapter.types.ts'
import { classify } from '../classify.ts'
import { fieldsOf, numberOf, textOf } from '../fields.ts'
import { eventsIn, jsonIn } from '../json-in.ts'
import { OwnAgentError } from '../own-agent-error.ts'
import type { OwnFolder } from '../own-folder.ts'
import type { Stop } from '../run-tool.ts'
import { withSchema } from './in-prompt.ts'

const LEFT = [
  'session-state',
  'session-store.db',
  'session-store.db-wal',
  'session-store.db-shm',
  'logs',
]

const usageFile = ({ root }: OwnFolder) => join(root, 'usage.json')

/** Each call counts as a premium request, and its own prompt is long: it is never chosen by itself. */
export const copilot: Adapter = {
  name: 'copilot',
  label: 'Copilot CLI',
  provider: 'GitHub',
  minVersion: [1, 0, 102],
  model: null,
  price: null,
  isOptIn: true,
  signIn: null,
  command: async (asked, { folder }) => {
    const own = join(folder.root, 'home')
    await mkdir(own, { recursive: true, mode: 0o700 })
    const settings = { disableAllHooks: true, autoUpdate: false, memory: false }
    await writeFile(join(own, 'settings.json'), JSON.stringify(settings), { mode: 0o600 })
    return {
      args: [
        ...['--output-format', 'json', '--available-tools', 'none'],
        '--disable-builtin-mcps',
        '--no-custom-instructions',
        '--disable-client-telemetry',
        '--no-auto-update',
        '--no-ask-user',
        '--no-remote',
        '--no-remote-export',
        ...['--log-level', 'none', '--usage-output-file', usageFile(folder)],
        ...(asked.model === undefined ? [] : ['--model', asked.model]),
      ],
      stdin: `${asked.system}\n\n${withSchema(asked)}`,
      variables: { COPILOT_HOME: own, COPILOT_AUTO_UPDATE: 'false' },
      leaves: [...LEFT.map((name) => join(own, name)), usageFile(folder)],
    }
  },
  onEvent: (event): Stop | undefined => {
    const reason = textOf(fieldsOf(event['data'])['reason']) ?? ''
    if (event['type'] !== 'assistant.turn_retry') return undefined
    if (/auth/.test(reason)) return { error: classify({ status: 401, text: reason }) }
    return /rate_limit/.test(reason)
      ? { error: classify({ status: 429, text: reason }) }
      : undefined
  },
  parse: async ({ stdout, stderr }, { folder }) => {
    const events = eventsIn(stdout)
    const data = (type: string) =>
      events.filter((event) => event['type'] === type).map((event) => fieldsOf(event['data']))
    const [failed] = data('session.error')
    const said = data('assistant.message').at(-1)
    const message = textOf(failed?.['message'])
    if (/No response was returned/.test(message ?? ''))
      throw new OwnAgentError('bad-answer', 'It answered nothing.')
    if (failed !== undefined || said === undefined)
      throw classify({
        status: numberOf(failed?.['statusCode']) ?? undefined,
        text: message ?? stderr,
      })
    const used = jsonIn(await readFile(usageFile(folder), 'utf8').catch(() => ''))
    const [model, metrics] = Object.entries(fieldsOf(fieldsOf(used)['modelMetrics']))[0] ?? []
    const usage = fieldsOf(fieldsOf(metrics)['usage'])
    return {
      text: textOf(said['content']) ?? '',
      model,
      usage: {
        inputTokens: numberOf(usage['inputTokens']),
        outputTokens: numberOf(usage['outputTokens']),
        usd: null,
      },
    }
  },
}
