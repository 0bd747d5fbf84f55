import { createHash } from 'node:crypto'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  APICallError,
  extractJsonMiddleware,
  generateText,
  NoObjectGeneratedError,
  Output,
  wrapLanguageModel,
} from 'ai'
import { z } from 'zod'
import { type CommandConfig, commandSetupOf, createCommandModel } from './create-command-model.ts'
import {
  type LanguageModel,
  LanguageModelError,
  type LanguageModelFailure,
} from './language-model.ts'

export const languageProviders = ['none', 'anthropic', 'openai', 'ollama', 'command'] as const
export type LanguageProvider = (typeof languageProviders)[number]

type RemoteConfig = {
  provider: Exclude<LanguageProvider, 'none' | 'command'>
  model: string
  url: string
  apiKey: string | undefined
  timeoutMs: number
}

export type LanguageConfig = RemoteConfig | CommandConfig

// The library would write to the console of a server.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const openModel = ({ provider, model, url, apiKey }: RemoteConfig) =>
  provider === 'anthropic'
    ? createAnthropic({ baseURL: url, apiKey: apiKey ?? '' })(model)
    : createOpenAICompatible({
        name: provider,
        baseURL: url,
        ...(apiKey === undefined ? {} : { apiKey }),
        supportsStructuredOutputs: true,
      })(model)

const numbers = (
  usage: { inputTokens?: number | undefined; outputTokens?: number | undefined } | undefined,
) => ({
  inputTokens: usage?.inputTokens ?? 0,
  outputTokens: usage?.outputTokens ?? 0,
})

const ADVICE: Record<LanguageModelFailure, string> = {
  rate_limited: 'The provider wants fewer requests; it is asked again later.',
  unreachable: 'The provider cannot be reached or fails; look at LLM_BASE_URL and its status page.',
  unauthorised: 'The provider does not accept LLM_API_KEY; set a key that it knows.',
  rejected: 'The provider does not take the request; look whether it knows LLM_MODEL.',
  refused: 'The model would not answer; nothing is lost, rules distil the session.',
  truncated: 'The answer was cut off; a model with a larger output limit helps.',
  malformed: 'The answer is not in the shape that was asked for; a larger model helps.',
}

const failureOf = (status: number | undefined): LanguageModelFailure => {
  if (status === 429) return 'rate_limited'
  if (status === 401 || status === 403) return 'unauthorised'
  return status !== undefined && status >= 400 && status < 500 && status !== 408
    ? 'rejected'
    : 'unreachable'
}

const asError = (error: unknown): LanguageModelError => {
  if (error instanceof LanguageModelError) return error
  if (APICallError.isInstance(error)) {
    const failure = failureOf(error.statusCode)
    return new LanguageModelError(failure, ADVICE[failure])
  }
  if (NoObjectGeneratedError.isInstance(error)) {
    const failure = unfinished(error.finishReason) ?? 'malformed'
    return new LanguageModelError(failure, ADVICE[failure], numbers(error.usage))
  }
  return new LanguageModelError('unreachable', ADVICE.unreachable)
}

const unfinished = (reason: string | undefined): LanguageModelFailure | undefined =>
  reason === 'length' ? 'truncated' : reason === 'content-filter' ? 'refused' : undefined

/** The same settings, the same word; from the word nobody learns them. */
export const setupOf = (config: LanguageConfig): string =>
  config.provider === 'command' ? commandSetupOf(config) : remoteSetupOf(config)

const remoteSetupOf = ({ provider, model, url, apiKey }: RemoteConfig): string =>
  createHash('sha256')
    .update(JSON.stringify([provider, model, url, apiKey ?? null]))
    .digest('hex')
    .slice(0, 16)

/** A model behind our type. */
export const createLanguageModel = (config: LanguageConfig): LanguageModel =>
  config.provider === 'command' ? createCommandModel(config) : createRemoteModel(config)

/** A provider's model. Servers that know no schemas read it in the prompt. */
const createRemoteModel = (config: RemoteConfig): LanguageModel => {
  const model = wrapLanguageModel({ model: openModel(config), middleware: extractJsonMiddleware() })
  return {
    provider: config.provider,
    model: config.model,
    setup: setupOf(config),
    async generate({ system, prompt, schema, maxOutputTokens, signal }) {
      const timeout = AbortSignal.timeout(config.timeoutMs)
      try {
        const result = await generateText({
          model,
          system: `${system}\n\nAnswer with JSON alone, after this schema:\n${JSON.stringify(z.toJSONSchema(schema))}`,
          prompt,
          output: Output.object({ schema }),
          maxOutputTokens,
          maxRetries: 0,
          abortSignal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        })
        const usage = numbers(result.usage)
        const failure = unfinished(result.finishReason)
        if (failure !== undefined) throw new LanguageModelError(failure, ADVICE[failure], usage)
        return { value: schema.parse(result.output), usage }
      } catch (error) {
        signal?.throwIfAborted()
        throw asError(error)
      }
    },
  }
}

/** The model of a process, from its settings; undefined where there is none. Asks nothing yet. */
export const openLanguageModel = ({
  model,
}: {
  model: LanguageConfig | undefined
}): LanguageModel | undefined => model && createLanguageModel(model)
