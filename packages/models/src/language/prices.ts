/** US dollars for a million tokens, by the beginning of the model's name; the longest that fits counts. Data, not promises. */
const PRICES: Readonly<Record<string, { input: number; output: number }>> = {
  'claude-haiku-4-5': { input: 1, output: 5 },
  'claude-sonnet-4': { input: 3, output: 15 },
  'claude-opus-4': { input: 15, output: 75 },
  'gpt-5': { input: 1.25, output: 10 },
  'gpt-5-mini': { input: 0.25, output: 2 },
  'gpt-5-nano': { input: 0.05, output: 0.4 },
  'gpt-4.1': { input: 2, output: 8 },
  'gpt-4.1-mini': { input: 0.4, output: 1.6 },
  'gpt-4o-mini': { input: 0.15, output: 0.6 },
}

/** Millionths of a dollar; null where the price is not known, nothing where the model runs at home. */
export const costMicros = (
  { provider, model }: { provider: string; model: string },
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number | null => {
  if (provider === 'ollama') return 0
  const name = Object.keys(PRICES)
    .filter((each) => model.startsWith(each))
    .sort((a, b) => b.length - a.length)[0]
  const price = name === undefined ? undefined : PRICES[name]
  return price === undefined
    ? null
    : Math.ceil(inputTokens * price.input + outputTokens * price.output)
}
