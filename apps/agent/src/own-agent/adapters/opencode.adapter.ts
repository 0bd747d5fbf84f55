import { join } from 'node:path'
import type { Adapter } from '../adapter.types.ts'
import { classify } from '../classify.ts'
import { fieldsOf, numberOf, textOf } from '../fields.ts'
import { eventsIn } from '../json-in.ts'
import { OwnAgentError } from '../own-agent-error.ts'
import type { Stop } from '../run-tool.ts'
import { withSchema } from './in-prompt.ts'

const configWith = (system: string): string =>
  JSON.stringify({
    autoupdate: false,
    share: 'disabled',
    agent: {
      distil: {
        mode: 'primary',
        prompt: system,
        tools: { '*': false },
        permission: { '*': 'deny' },
      },
    },
  })

const OFF = {
  OPENCODE_PURE: '1',
  OPENCODE_DISABLE_PROJECT_CONFIG: '1',
  OPENCODE_DISABLE_CLAUDE_CODE: '1',
  OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
}

/** Signed in by its data folder, which is left as it is; everything else lies in folders of its own. */
export const opencode: Adapter = {
  name: 'opencode',
  label: 'OpenCode',
  provider: 'the provider that you chose in OpenCode',
  minVersion: [1, 18, 33],
  model: null,
  price: null,
  isOptIn: false,
  signIn: {
    args: ['auth', 'list'],
    read: ({ stdout, stderr }) => /\b[1-9]\d* (?:credentials|environment)/.test(stdout + stderr),
  },
  command: async (asked, { folder }) => {
    const at = (name: string) => join(folder.root, name)
    return {
      args: [
        ...['run', '--format', 'json', '--pure', '--title', 'x', '--agent', 'distil'],
        ...['--print-logs', '--log-level', 'ERROR'],
        ...(asked.model === undefined ? [] : ['-m', asked.model]),
      ],
      stdin: withSchema(asked),
      leaves: ['own.db', 'own.db-wal', 'own.db-shm'].map(at),
      variables: {
        OPENCODE_CONFIG_CONTENT: configWith(asked.system),
        XDG_CONFIG_HOME: at('config'),
        XDG_STATE_HOME: at('state'),
        XDG_CACHE_HOME: at('cache'),
        OPENCODE_DB: at('own.db'),
        ...OFF,
      },
    }
  },
  // It retries without end and without a word, as long as the provider asks for: this line is the only sign.
  onStderr: (line): Stop | undefined => {
    const said = /message="stream error".*error\.error="(.*)"/.exec(line)?.[1]
    return said === undefined ? undefined : { error: classify({ text: said }), afterMs: 1_500 }
  },
  parse: async ({ stdout, stderr }) => {
    const events = eventsIn(stdout)
    const failed = events.find(({ type }) => type === 'error')
    const end = events.findLast(({ type }) => type === 'step_finish')
    if (failed !== undefined || end === undefined) {
      if (/ModelNotFound/.test(stderr))
        throw new OwnAgentError(
          'no-such-model',
          'It does not know the model, or is not signed in with its provider.',
        )
      const data = fieldsOf(fieldsOf(failed?.['error'])['data'])
      throw classify({
        status: numberOf(data['statusCode']) ?? undefined,
        text: textOf(data['message']) ?? stderr.slice(-300),
      })
    }
    const part = fieldsOf(end['part'])
    const tokens = fieldsOf(part['tokens'])
    const texts = events.filter(({ type }) => type === 'text')
    return {
      text: texts.map((event) => textOf(fieldsOf(event['part'])['text']) ?? '').join(''),
      usage: {
        inputTokens: numberOf(tokens['input']),
        outputTokens: numberOf(tokens['output']),
        usd: numberOf(part['cost']),
      },
    }
  },
}
