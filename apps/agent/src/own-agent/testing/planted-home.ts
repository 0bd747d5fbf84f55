import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DistilTool } from '@teamlore/shared/distil-leases'
import type { Adapter } from '../adapter.types.ts'
import { ADAPTERS } from '../adapters/adapters.ts'

const put = (file: string, content: unknown): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export const MEMORY = 'PLANTED-MEMORY-OF-THE-HOME'
export const SECRET = 'PLANTED-FILE-OF-THE-DISK'

export type Planted = {
  home: string
  /** Holds a line for each hook and each server that was started. */
  fired: string
  variables: Record<string, string>
  adapter: Adapter
  model: string | undefined
}

/** An invented sign-in, hooks, servers and memory files of a coding agent, and what makes it ask the server of the test. */
export const plantHome = (tool: DistilTool, root: string, url: string): Planted => {
  const home = join(root, 'home')
  const fired = join(root, 'fired.log')
  put(join(home, 'secret.txt'), SECRET)
  const command = (what: string) => `echo ${what} >> ${fired}`
  const server = { command: 'sh', args: ['-c', command('server')] }
  const planted = PLANT[tool]({ home, url, command, server, fired })
  return {
    home,
    fired,
    adapter: planted.adapter ?? ADAPTERS[tool],
    model: planted.model,
    variables: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      HTTPS_PROXY: url,
      https_proxy: url,
      NO_PROXY: '127.0.0.1,localhost',
      no_proxy: '127.0.0.1,localhost',
      ...planted.variables,
    },
  }
}

type Planting = {
  home: string
  url: string
  fired: string
  command: (what: string) => string
  server: { command: string; args: string[] }
}
type Plant = (planting: Planting) => {
  variables: Record<string, string>
  adapter?: Adapter
  model?: string
}

const claude: Plant = ({ home, url, command, server }) => {
  const hook = [{ hooks: [{ type: 'command', command: command('hook') }] }]
  put(join(home, '.claude/.credentials.json'), {
    claudeAiOauth: {
      accessToken: 'sk-ant-oat01-INVENTED',
      refreshToken: 'sk-ant-ort01-INVENTED',
      expiresAt: Date.now() + 86_400_000,
      scopes: ['user:inference', 'user:profile'],
      subscriptionType: 'pro',
    },
  })
  put(join(home, '.claude/settings.json'), {
    hooks: { SessionStart: hook, UserPromptSubmit: hook, Stop: hook, SessionEnd: hook },
  })
  put(join(home, '.claude/CLAUDE.md'), MEMORY)
  put(join(home, '.claude.json'), { mcpServers: { planted: server } })
  return { variables: { ANTHROPIC_BASE_URL: url } }
}

const codex: Plant = ({ home, url, command, server }) => {
  const claims = {
    email: 'ana@example.test',
    exp: Math.floor(Date.now() / 1_000) + 864_000,
    'https://api.openai.com/auth': { chatgpt_plan_type: 'plus', chatgpt_account_id: 'acc-1' },
  }
  const token = [base64({ alg: 'none' }), base64(claims), 'x'].join('.')
  put(join(home, '.codex/auth.json'), {
    auth_mode: 'chatgpt',
    OPENAI_API_KEY: null,
    tokens: { id_token: token, access_token: token, refresh_token: 'rt', account_id: 'acc-1' },
    last_refresh: new Date().toISOString(),
  })
  put(
    join(home, '.codex/config.toml'),
    `notify = ["sh", "-c", "${command('notify')}"]\n[mcp_servers.planted]\ncommand = "sh"\nargs = ["-c", "${server.args[1]}"]\n`,
  )
  const hook = [{ hooks: [{ type: 'command', command: command('hook') }] }]
  put(join(home, '.codex/hooks.json'), { hooks: { SessionStart: hook, Stop: hook } })
  put(join(home, '.codex/AGENTS.md'), MEMORY)
  const more = [
    ...['--disable', 'enable_request_compression'],
    ...['-c', `openai_base_url="${url}/v1"`],
    ...['-c', `chatgpt_base_url="${url}/backend-api/"`],
  ]
  const adapter: Adapter = {
    ...ADAPTERS.codex,
    command: async (...words) => {
      const line = await ADAPTERS.codex.command(...words)
      return { ...line, args: [...line.args.slice(0, -1), ...more, '-'] }
    },
  }
  return { variables: { CODEX_REFRESH_TOKEN_URL_OVERRIDE: `${url}/oauth/token` }, adapter }
}

const gemini: Plant = ({ home, url, command, server }) => {
  put(join(home, '.gemini/settings.json'), {
    security: { auth: { selectedType: 'gemini-api-key' } },
    mcpServers: { planted: server },
    hooks: {
      SessionStart: [
        { matcher: '*', hooks: [{ name: 'x', type: 'command', command: command('hook') }] },
      ],
    },
  })
  put(join(home, '.gemini/GEMINI.md'), MEMORY)
  return { variables: { GEMINI_API_KEY: 'invented', GOOGLE_GEMINI_BASE_URL: url } }
}

const opencode: Plant = ({ home, url, fired, server }) => {
  put(join(home, '.local/share/opencode/auth.json'), {
    anthropic: { type: 'api', key: 'sk-INVENTED' },
  })
  put(join(home, '.config/opencode/AGENTS.md'), MEMORY)
  put(join(home, '.config/opencode/opencode.json'), {
    mcp: { planted: { type: 'local', command: [server.command, ...server.args] } },
  })
  put(
    join(home, '.config/opencode/plugin/planted.js'),
    `import fs from 'node:fs'; export const P = async () => { fs.appendFileSync('${fired}', 'plugin'); return {} }\n`,
  )
  put(join(home, 'provider.json'), {
    provider: { anthropic: { options: { baseURL: `${url}/v1` } } },
  })
  return {
    variables: { OPENCODE_CONFIG: join(home, 'provider.json') },
    model: 'anthropic/claude-haiku-4-5',
  }
}

const copilot: Plant = ({ home, url, command }) => {
  put(join(home, '.copilot/hooks/planted.json'), {
    version: 1,
    hooks: { sessionStart: [{ type: 'command', bash: command('hook') }] },
  })
  put(join(home, '.copilot/copilot-instructions.md'), MEMORY)
  return {
    variables: {
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: 'invented',
      COPILOT_MODEL: 'gpt-5.4-mini',
    },
  }
}

const PLANT: Record<DistilTool, Plant> = { claude, codex, gemini, opencode, copilot }

/** Files under a folder that hold these words. */
export const filesWith = (folder: string, words: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) => {
    const file = join(entry.parentPath, entry.name)
    try {
      const isIt = entry.isFile() && statSync(file).size < 50_000_000
      return isIt && readFileSync(file).includes(words) ? [file] : []
    } catch {
      return []
    }
  })
