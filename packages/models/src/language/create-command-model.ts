import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { commandWords } from './command-words.ts'
import {
  type GenerateRequest,
  type LanguageModel,
  LanguageModelError,
  type LanguageModelFailure,
} from './language-model.ts'

export type CommandConfig = {
  provider: 'command'
  /** What the ledger calls it. */
  model: string
  command: string
  /** All that the command sees of the server's environment. */
  environment: Readonly<Record<string, string>>
  timeoutMs: number
}

const ADVICE: Record<'unreachable' | 'malformed', string> = {
  unreachable: 'LLM_COMMAND cannot be run, failed or took too long; run it by hand with a prompt.',
  malformed: 'LLM_COMMAND answered with what is no JSON of the shape that was asked for.',
}

const KILL_AFTER_MS = 2_000
const MAX_CHARS = 4_000_000
const CHARS_PER_TOKEN = 3.5

const failed = (failure: 'unreachable' | 'malformed', tokens = 0): LanguageModelError =>
  new LanguageModelError(failure satisfies LanguageModelFailure, ADVICE[failure], {
    inputTokens: tokens,
  })

const tokensOf = (text: string): number => Math.ceil(text.length / CHARS_PER_TOKEN)

/** The same command, the same word. */
export const commandSetupOf = ({ command, model }: CommandConfig): string =>
  createHash('sha256')
    .update(JSON.stringify(['command', command, model]))
    .digest('hex')
    .slice(0, 16)

/**
 * A model behind a command: it gets the prompt on its standard input and answers JSON on its standard output. Tokens are counted from
 * the texts, since nobody reports them.
 */
export const createCommandModel = (config: CommandConfig): LanguageModel => ({
  provider: 'command',
  model: config.model,
  setup: commandSetupOf(config),
  async generate({ system, prompt, schema, signal }) {
    const asked = `${system}\n\nAnswer with JSON alone, after this schema:\n${JSON.stringify(z.toJSONSchema(schema))}\n\n${prompt}\n`
    const timeout = AbortSignal.timeout(config.timeoutMs)
    const ended = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
    const said = await run(config, asked, ended)
    signal?.throwIfAborted()
    const inputTokens = tokensOf(asked)
    if (said === undefined) throw failed('unreachable', inputTokens)
    return {
      value: parse(schema, said, inputTokens),
      usage: { inputTokens, outputTokens: tokensOf(said) },
    }
  },
})

const parse = <T>(schema: GenerateRequest<T>['schema'], said: string, tokens: number): T => {
  const candidates = [
    said,
    /```(?:json)?\s*([\s\S]*?)```/.exec(said)?.[1],
    said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1),
  ]
  for (const text of candidates) {
    try {
      const value = schema.safeParse(JSON.parse(text ?? ''))
      if (value.success) return value.data
    } catch {
      // The next one may be JSON.
    }
  }
  throw failed('malformed', tokens)
}

/** @returns what it printed; undefined when it failed or was ended. */
const run = (
  { command, environment }: CommandConfig,
  stdin: string,
  signal: AbortSignal,
): Promise<string | undefined> =>
  new Promise((resolve) => {
    const [file = '', ...args] = commandWords(command)
    const isWindows = process.platform === 'win32'
    const child = spawn(file, args, {
      // The dashboard's types want a NODE_ENV, which no command needs.
      env: environment as NodeJS.ProcessEnv,
      detached: !isWindows,
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    })
    const end = (how: NodeJS.Signals): void => {
      try {
        if (child.pid === undefined) return
        if (isWindows) child.kill(how)
        else process.kill(-child.pid, how)
      } catch {
        // Nobody of it is left.
      }
    }
    let killer: NodeJS.Timeout | undefined
    const stop = (): void => {
      end('SIGTERM')
      killer = setTimeout(() => end('SIGKILL'), KILL_AFTER_MS)
    }
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (said.length < MAX_CHARS) said += chunk
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(stdin)
    const settle = (outcome: string | undefined): void => {
      clearTimeout(killer)
      signal.removeEventListener('abort', stop)
      resolve(outcome)
    }
    child.on('error', () => settle(undefined))
    child.on('close', (code) => settle(code === 0 && !signal.aborted ? said : undefined))
  })
