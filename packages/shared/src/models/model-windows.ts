type ModelWindow = {
  /** How the name of the model begins, without the provider before a slash. */
  begins: string
  /** Tokens. */
  window: number
  /** Where its maker, or the tool that gives it less, says so. */
  source: string
}

const ANTHROPIC = 'https://platform.claude.com/docs/en/build-with-claude/context-windows'
const OPENAI = 'https://platform.openai.com/docs/models'
/** What Codex gives its models, which is less than what they take elsewhere. */
const CODEX = 'https://github.com/openai/codex/issues/37137'
const GOOGLE = 'https://ai.google.dev/gemini-api/docs/models'
const QWEN = 'https://github.com/QwenLM/Qwen3-Coder'
const DEEPSEEK = 'https://api-docs.deepseek.com/quick_start/pricing'
const MOONSHOT = 'https://platform.moonshot.ai/docs'
const ZAI = 'https://docs.z.ai/guides/llm'
const XAI = 'https://docs.x.ai/docs/models'
const META = 'https://github.com/meta-llama/llama-models'
const MISTRAL = 'https://docs.mistral.ai/getting-started/models'

/**
 * How much models can read at once. Where a tool gives a model less than its maker does, the smaller one stands here: a share of
 * it is always safe. What is not listed is not known.
 */
export const MODEL_WINDOWS: readonly ModelWindow[] = [
  { begins: 'claude-opus-5', window: 1_000_000, source: ANTHROPIC },
  { begins: 'claude-sonnet-5', window: 1_000_000, source: ANTHROPIC },
  { begins: 'claude-haiku-5-5', window: 1_000_000, source: ANTHROPIC },
  { begins: 'claude-fable-5', window: 1_000_000, source: ANTHROPIC },
  // 1,000,000 where the session asked for it, which its name then says: `[1m]`.
  { begins: 'claude-', window: 200_000, source: ANTHROPIC },
  { begins: 'gpt-5.3-codex-spark', window: 128_000, source: CODEX },
  { begins: 'gpt-5', window: 272_000, source: CODEX },
  { begins: 'gpt-4.1', window: 1_047_576, source: OPENAI },
  { begins: 'gpt-4o', window: 128_000, source: OPENAI },
  { begins: 'o3', window: 200_000, source: OPENAI },
  { begins: 'o4-mini', window: 200_000, source: OPENAI },
  { begins: 'codex-mini', window: 200_000, source: OPENAI },
  { begins: 'gpt-oss', window: 131_072, source: OPENAI },
  { begins: 'gemini-1.5-pro', window: 2_097_152, source: GOOGLE },
  { begins: 'gemini-', window: 1_048_576, source: GOOGLE },
  { begins: 'qwen3-coder', window: 262_144, source: QWEN },
  { begins: 'qwen2.5-coder', window: 131_072, source: QWEN },
  { begins: 'deepseek-', window: 131_072, source: DEEPSEEK },
  { begins: 'kimi-k2', window: 131_072, source: MOONSHOT },
  { begins: 'glm-4.6', window: 200_000, source: ZAI },
  { begins: 'glm-4.5', window: 131_072, source: ZAI },
  { begins: 'grok-code-fast', window: 256_000, source: XAI },
  { begins: 'grok-4', window: 256_000, source: XAI },
  { begins: 'llama-3.1', window: 131_072, source: META },
  { begins: 'llama-3', window: 8_192, source: META },
  { begins: 'devstral', window: 131_072, source: MISTRAL },
]

/** `us.anthropic.claude-…-v1:0` and `openrouter/anthropic/claude-…` are the models behind them. */
const bareName = (model: string): string =>
  model
    .trim()
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/^(?:[a-z-]+\.)?(?:anthropic|openai|meta|mistral|google)\./, '')

const MILLION = /\[1m\]$/

/** Tokens that a model can read at once, by the name that its tool gives it; undefined where that is not known. */
export const windowOf = (model: string): number | undefined => {
  const name = bareName(model)
  if (MILLION.test(name)) return 1_000_000
  const fitting = MODEL_WINDOWS.filter(({ begins }) => name.startsWith(begins))
  return fitting.toSorted((a, b) => b.begins.length - a.begins.length)[0]?.window
}

/** Of a model's window, a brief takes this much at most, in percent; less than the least is no share. */
export const WINDOW_SHARE = { least: 2, most: 30 } as const

const LEAST_BUDGET = 100
const MOST_BUDGET = 50_000

export type AskedBudget = {
  budget_tokens: number
  model?: string | undefined
  /** Percent of the window, in the place of `budget_tokens`. */
  share?: number | undefined
}

/**
 * What a brief may cost whom it is for: so many tokens, or a share of the window. A small model never gets more than the largest share
 * of what it can read. `isUnknown`: a share was asked of a window that is not known, so the tokens hold.
 */
export const briefBudget = ({
  budget_tokens,
  model,
  share,
}: AskedBudget): { budget: number; isUnknown: boolean } => {
  const window = model === undefined ? undefined : windowOf(model)
  if (window === undefined) return { budget: budget_tokens, isUnknown: share !== undefined }
  const part = (percent: number) => Math.floor((window * percent) / 100)
  const wanted = share === undefined ? budget_tokens : part(share)
  const budget = Math.min(wanted, part(WINDOW_SHARE.most), MOST_BUDGET)
  return { budget: Math.max(LEAST_BUDGET, budget), isUnknown: false }
}
