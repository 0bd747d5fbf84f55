import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Adapter, Asked, Places } from '../adapter.types.ts'
import { classify } from '../classify.ts'
import { fieldsOf, numberOf, textOf } from '../fields.ts'
import { eventsIn } from '../json-in.ts'
import { OwnAgentError } from '../own-agent-error.ts'
import { linkSignIn } from '../own-folder.ts'
import type { Stop } from '../run-tool.ts'

/** Each of them brings tools, texts or requests of its own. */
const FEATURES_OFF = [
  'apps',
  'plugins',
  'remote_plugin',
  'multi_agent',
  'shell_tool',
  'unified_exec',
  'goals',
  'image_generation',
  'view_image',
  'skill_search',
  'tool_suggest',
  'sleep_tool',
  'hooks',
  'shell_snapshot',
  'workspace_dependencies',
  'skill_mcp_dependency_install',
  'browser_use',
  'computer_use',
  'in_app_browser',
  'code_mode_host',
]

const SETTINGS = [
  'model_reasoning_effort="low"',
  'include_permissions_instructions=false',
  'include_apps_instructions=false',
  'include_environment_context=false',
  'include_collaboration_mode_instructions=false',
  'skills.include_instructions=false',
  'project_doc_max_bytes=0',
  'web_search="disabled"',
  'agents.enabled=false',
  'features.multi_agent_v2=false',
  'analytics.enabled=false',
  'otel.metrics_exporter="none"',
  'check_for_update_on_startup=false',
]

const fileWith = async (path: string, text: string): Promise<string> => {
  await writeFile(path, text, { mode: 0o600 })
  return path
}

/** Its own home keeps out hooks, servers and AGENTS.md. Signed in by a keyring it is bound to the real one. */
const homeOf = async ({ folder, home, variables }: Places): Promise<Record<string, string>> => {
  const real = variables['CODEX_HOME'] ?? join(home, '.codex')
  const own = join(folder.root, 'home')
  const isLinked = await linkSignIn(join(real, 'auth.json'), join(own, 'auth.json'))
  if (!isLinked)
    throw new OwnAgentError(
      'not-signed-in',
      `There is no ${join(real, 'auth.json')}: a sign-in that the system’s keyring holds cannot be kept apart from your hooks.`,
    )
  return { CODEX_HOME: own }
}

const argsOf = async ({ system, schema, model }: Asked, { folder }: Places): Promise<string[]> => {
  const instructions = await fileWith(join(folder.root, 'system.md'), system)
  const shape = await fileWith(join(folder.root, 'schema.json'), JSON.stringify(schema))
  return [
    'exec',
    '--json',
    '--skip-git-repo-check',
    '--ephemeral',
    '--ignore-user-config',
    '--ignore-rules',
    ...['-s', 'read-only'],
    ...(model === undefined ? [] : ['-m', model]),
    ...['--output-schema', shape],
    ...FEATURES_OFF.flatMap((feature) => ['--disable', feature]),
    ...[`model_instructions_file=${JSON.stringify(instructions)}`, ...SETTINGS].flatMap((one) => [
      '-c',
      one,
    ]),
    '-',
  ]
}

export const codex: Adapter = {
  name: 'codex',
  label: 'Codex',
  provider: 'OpenAI',
  minVersion: [0, 171, 0],
  model: null,
  price: null,
  isOptIn: false,
  signIn: { args: ['login', 'status'], read: ({ code }) => code === 0 },
  command: async (asked, places) => {
    const variables = await homeOf(places)
    return { args: await argsOf(asked, places), stdin: asked.prompt, variables }
  },
  // Each `Reconnecting... n/5` stands for up to five tries of its own.
  onEvent: (event): Stop | undefined => {
    if (event['type'] !== 'error') return undefined
    const said = textOf(event['message']) ?? ''
    if (/\b429\b/.test(said)) return { error: classify({ status: 429, text: said }) }
    if (/\b401\b|refresh token/.test(said)) return { error: classify({ status: 401, text: said }) }
    return /Reconnecting\.\.\. [2-9]\//.test(said) ? { error: classify({ text: said }) } : undefined
  },
  parse: async ({ stdout, stderr }) => {
    const events = eventsIn(stdout)
    const done = events.findLast(({ type }) => type === 'turn.completed')
    if (done === undefined) {
      const failed = events.findLast(({ type }) => type === 'turn.failed')
      throw classify({ text: textOf(fieldsOf(failed?.['error'])['message']) ?? stderr })
    }
    const items = events.map(({ item }) => fieldsOf(item))
    const said = items.findLast(({ type }) => type === 'agent_message')
    const used = fieldsOf(done['usage'])
    return {
      text: textOf(said?.['text']) ?? '',
      usage: {
        inputTokens: numberOf(used['input_tokens']),
        outputTokens: numberOf(used['output_tokens']),
        usd: null,
      },
    }
  },
}
