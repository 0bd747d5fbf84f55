import type { Usage } from '@teamlore/shared'

/** A fact about a run that one of Aider's own lines states. */
export type PrintedFact =
  | { what: 'version' | 'model' | 'folder' | 'edited'; value: string }
  | { what: 'usage'; usage: Usage }

const LINES: readonly { pattern: RegExp; what: 'version' | 'model' | 'folder' | 'edited' }[] = [
  { pattern: /^Aider v(\S+)/, what: 'version' },
  { pattern: /^(?:Main model|Models?): (\S+) with /, what: 'model' },
  { pattern: /^Git working dir: (.+)/, what: 'folder' },
  { pattern: /^Applied edit to (.+)/, what: 'edited' },
]

export const readPrinted = (line: string): PrintedFact | null => {
  for (const { pattern, what } of LINES) {
    const value = pattern.exec(line)?.[1]?.trim()
    if (value) return { what, value }
  }
  return line.startsWith('Tokens: ') ? { what: 'usage', usage: usageIn(line) } : null
}

/** `Tokens: 5.2k sent, 1k cache write, 2k cache hit, 310 received. Cost: …` */
const usageIn = (line: string): Usage => ({
  input_tokens: figureIn(line, 'sent'),
  output_tokens: figureIn(line, 'received'),
  cache_creation_tokens: figureIn(line, 'cache write'),
  cache_read_tokens: figureIn(line, 'cache hit'),
})

const figureIn = (line: string, what: string): number => {
  const match = new RegExp(`([\\d,.]{1,15})([kM]?) ${what}`).exec(line)
  const figure = Number((match?.[1] ?? '0').replaceAll(',', '').replace(/\.$/, ''))
  const times = match?.[2] === 'k' ? 1_000 : match?.[2] === 'M' ? 1_000_000 : 1
  return Number.isFinite(figure) ? Math.round(figure * times) : 0
}
