import { type ToolVariables, toolVariablesSchema } from '@teamlore/sources/surroundings'
import { z } from 'zod'
import { type CliError, usageError } from './errors/cli-error.ts'

/** What `lore` reads. Every description ends up in docs/configuration.md. */
export const envSchema = z.object({
  LORE_SERVER: z
    .string()
    .optional()
    .describe(
      'Address of the Teamlore server, such as https://lore.example.com. With LORE_KEY it wins over what `lore login` stored.',
    ),
  LORE_KEY: z
    .string()
    .optional()
    .describe('API key for LORE_SERVER. The two are set together or not at all.'),
  LORE_CONFIG_DIR: z
    .string()
    .optional()
    .describe(
      'Folder of the stored key, the identity of this machine and `redaction.json`. Unset: `teamlore` in the configuration folder of the system, such as ~/.config.',
    ),
  LORE_STATE_DIR: z
    .string()
    .optional()
    .describe(
      'Folder that remembers what was imported. Unset: `state` in LORE_CONFIG_DIR when that is set, else `teamlore/agent` in the data folder of the system, such as ~/.local/share.',
    ),
  LORE_SPOOL_MB: z.coerce
    .number()
    .int()
    .min(1)
    .default(512)
    .describe(
      'How much may wait on this machine to be sent, compressed, while the server cannot be reached. Beyond it, what is new waits in the files of the tools.',
    ),
  LORE_MEMORY_FILES: z
    .enum(['all', 'project', 'none'])
    .default('all')
    .describe(
      'Which memory files, such as CLAUDE.md and AGENTS.md, are mirrored: `all`; `project`, without personal ones such as CLAUDE.local.md and ~/.claude/CLAUDE.md; or `none`. Personal ones are readable by their owner alone.',
    ),
  LORE_GIT: z
    .enum(['all', 'commits', 'none'])
    .default('all')
    .describe(
      'What `lore watch` reports of repositories in which sessions were captured: `all`: their new commits, which files import which, and code where their project shares it; `commits` alone; or `none`.',
    ),
  ...toolVariablesSchema.shape,
  PATH: z
    .string()
    .optional()
    .describe('Folders in which `git` is looked for. `lore daemon install` hands it on.'),
  SHELL: z
    .string()
    .optional()
    .describe('Your shell: `lore join` prints the line by which it finds `lore`.'),
  NODE_EXTRA_CA_CERTS: z
    .string()
    .optional()
    .describe(
      'File of certificates to trust beside those Node knows, as Node itself reads it: for a server with a certificate of your own. `lore daemon install` hands it on.',
    ),
  NODE_USE_SYSTEM_CA: z
    .string()
    .optional()
    .describe(
      '1: the certificates of the system are trusted too, as Node itself reads it, from 22.19 on. `lore daemon install` hands it on.',
    ),
  USERDOMAIN: z
    .string()
    .optional()
    .describe('On Windows, whose user one is: `lore daemon install` names it to the system.'),
  LORE_DEBUG: z
    .string()
    .optional()
    .describe('Anything: errors are printed with where in the code they happened.'),
  DEBUG: z.string().optional().describe('As LORE_DEBUG.'),
  NO_COLOR: z.string().optional().describe('Anything: no colours.'),
  FORCE_COLOR: z
    .string()
    .optional()
    .describe('Colours even where the output is no terminal; 0 or false: none.'),
  TERM: z.string().optional().describe('`dumb`: no colours and no line that is written over.'),
})

/** Which memory files leave the machine: those of projects and personal ones, the former only, or none. */
export type MemoryFileChoice = 'all' | 'project' | 'none'

/** What a watch reports of repositories: commits and imports, commits alone, or nothing. */
export type GitChoice = 'all' | 'commits' | 'none'

export type Colors = 'always' | 'never' | 'auto'

export type Config = {
  server: string | undefined
  key: string | undefined
  configDir: string | undefined
  stateDir: string | undefined
  spoolLimitBytes: number
  memoryFiles: MemoryFileChoice
  gitChoice: GitChoice
  toolVariables: ToolVariables
  /** Of the system and Node: by what programs and servers are found and trusted. */
  systemVariables: Readonly<
    Record<
      'PATH' | 'SHELL' | 'NODE_EXTRA_CA_CERTS' | 'NODE_USE_SYSTEM_CA' | 'USERDOMAIN',
      string | undefined
    >
  >
  isDebugging: boolean
  colors: Colors
  isDumbTerminal: boolean
}

/**
 * An empty variable counts as unset.
 *
 * @throws CliError when a variable is set to what it cannot be.
 */
export const parseEnv = (source: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const { data: env, error } = envSchema.safeParse(given)
  if (env === undefined) throw wrongSetting(String(error.issues[0]?.path[0] ?? ''))
  return {
    server: env.LORE_SERVER?.trim(),
    key: env.LORE_KEY?.trim(),
    configDir: env.LORE_CONFIG_DIR,
    stateDir: env.LORE_STATE_DIR,
    spoolLimitBytes: env.LORE_SPOOL_MB * 1e6,
    memoryFiles: env.LORE_MEMORY_FILES,
    gitChoice: env.LORE_GIT,
    toolVariables: toolVariablesSchema.parse(given),
    systemVariables: {
      PATH: env.PATH,
      SHELL: env.SHELL,
      NODE_EXTRA_CA_CERTS: env.NODE_EXTRA_CA_CERTS,
      NODE_USE_SYSTEM_CA: env.NODE_USE_SYSTEM_CA,
      USERDOMAIN: env.USERDOMAIN,
    },
    isDebugging: env.LORE_DEBUG !== undefined || env.DEBUG !== undefined,
    colors: colorsOf(env),
    isDumbTerminal: env.TERM === 'dumb',
  }
}

/** Without its value, which may be a key. */
const wrongSetting = (name: string): CliError =>
  usageError(
    `What ${name} is set to cannot be understood.`,
    Object.entries(envSchema.shape).find(([one]) => one === name)?.[1].description,
  )

const colorsOf = ({ NO_COLOR, FORCE_COLOR, TERM }: z.infer<typeof envSchema>): Colors => {
  if (NO_COLOR !== undefined) return 'never'
  if (FORCE_COLOR !== undefined) return /^(0|false)$/i.test(FORCE_COLOR) ? 'never' : 'always'
  return TERM === 'dumb' ? 'never' : 'auto'
}

export const readEnv = (): Config => parseEnv(process.env)

/** Our own environment, with these beside it or instead. */
export const environmentWith = (
  variables: Readonly<Record<string, string>>,
  source: Record<string, string | undefined> = process.env,
): Record<string, string | undefined> => ({ ...source, ...variables })

/**
 * The environment git runs in: as ours, but without GIT_DIR and its like, which a hook sets and which would make git look
 * at another repository than the folder's.
 */
export const environmentForGit = (
  source: Record<string, string | undefined> = process.env,
): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.entries(source).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  LC_ALL: 'C',
})

/** Names of what a coding agent needs to find its files, its person and its way out. No key is among them. */
const FOR_CODING_AGENTS =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z]+|TZ|SHELL|XDG_[A-Z_]+|DBUS_SESSION_BUS_ADDRESS|(?:HTTPS?|NO|ALL)_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SYSTEMROOT|COMSPEC|PATHEXT|WINDIR|USERPROFILE|APPDATA|LOCALAPPDATA|CLAUDE_CONFIG_DIR|CODEX_HOME)$/i

/**
 * What a coding agent that `lore` asks is given of our environment. A key of a provider that stands there would be billed in the
 * place of what the person has signed in to.
 */
export const environmentForCodingAgents = (
  source: Record<string, string | undefined> = process.env,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) =>
      value !== undefined && FOR_CODING_AGENTS.test(name) ? [[name, value]] : [],
    ),
  )
