import type { Adapter } from '../adapter.types.ts'
import { classify } from '../classify.ts'
import { fieldsOf, numberOf, sumOf, textOf } from '../fields.ts'
import { eventsIn, jsonIn } from '../json-in.ts'
import { OwnAgentError } from '../own-agent-error.ts'
import type { Stop } from '../run-tool.ts'

/** Without the first, Claude Code reads the file named after an `@` in a prompt and sends it, with all tools off. */
const VARIABLES = {
  CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
  CLAUDE_CODE_MAX_RETRIES: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_PROMPT_CACHING: '1',
}

/**
 * It works in the folder that it is signed in by: another one is signed out on macOS, and a refreshed token would stay in the other
 * one. Its settings, hooks, servers and memory are kept out by options.
 */
export const claude: Adapter = {
  name: 'claude',
  label: 'Claude Code',
  provider: 'Anthropic',
  minVersion: [2, 1, 332],
  model: 'haiku',
  price: { input: 1, output: 5 },
  isOptIn: false,
  signIn: {
    args: ['auth', 'status'],
    read: ({ stdout }) => {
      const { loggedIn } = fieldsOf(jsonIn(stdout))
      return typeof loggedIn === 'boolean' ? loggedIn : null
    },
  },
  command: async ({ system, prompt, schema, model }) => ({
    args: [
      '-p',
      ...['--output-format', 'stream-json', '--verbose'],
      ...['--model', model ?? 'haiku', '--effort', 'low'],
      ...['--tools', '', '--system-prompt', system],
      '--safe-mode',
      '--restricted',
      ...['--setting-sources', ''],
      '--strict-mcp-config',
      '--no-session-persistence',
      '--disable-slash-commands',
      ...['--json-schema', JSON.stringify(schema)],
    ],
    stdin: prompt,
    variables: VARIABLES,
  }),
  onEvent: (event): Stop | undefined => {
    const limit = fieldsOf(event['rate_limit_info'])
    if (event['type'] === 'rate_limit_event' && limit['status'] === 'rejected') {
      const resets = numberOf(limit['resetsAt'])
      const until = resets === null ? undefined : new Date(resets * 1_000)
      const said = textOf(limit['rateLimitType']) ?? 'limit'
      return { error: new OwnAgentError('rate-limited', said, { until }) }
    }
    if (event['subtype'] !== 'api_retry' || event['error_status'] !== 429) return undefined
    const delay = numberOf(event['retry_delay_ms']) ?? 0
    const until = new Date(Date.now() + delay)
    return { error: new OwnAgentError('rate-limited', 'It was asked to wait.', { until }) }
  },
  parse: async ({ stdout, stderr }) => {
    const result = eventsIn(stdout).findLast(({ type }) => type === 'result')
    if (result === undefined) throw classify({ text: stderr })
    if (result['is_error'] === true)
      throw classify({
        status: numberOf(result['api_error_status']) ?? undefined,
        text: textOf(result['result']) ?? String(result['errors'] ?? ''),
      })
    const used = fieldsOf(result['usage'])
    return {
      text: textOf(result['result']) ?? '',
      json: result['structured_output'],
      model: Object.keys(fieldsOf(result['modelUsage']))[0],
      usage: {
        inputTokens: sumOf([
          used['input_tokens'],
          used['cache_creation_input_tokens'],
          used['cache_read_input_tokens'],
        ]),
        outputTokens: numberOf(used['output_tokens']),
        usd: numberOf(result['total_cost_usd']),
      },
    }
  },
}
