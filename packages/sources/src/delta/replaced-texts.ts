import type { Block } from '@teamlore/shared'

/** What a call asked to be replaced, and by what: in one place, or wherever it stands. */
export type ReplacedText = { before: string; after: string; isEverywhere: boolean }

const BEFORE = /^(?:old|before|search|find|original)/i
const AFTER = /^(?:new|after|replace|updated)/i
const EVERYWHERE = /^(?:is_?)?(?:replace_?all|all(?:_?occurrences)?|global)$/i
const DEEPEST = 3
const MOST = 200

/** Pairs of an old and a new text in the input of a call, whatever its tool calls them: one of them, or a list. */
export const replacedTextsIn = (
  blocks: readonly Block[],
  toolCallId: string | null,
): ReplacedText[] => {
  const found: ReplacedText[] = []
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > DEEPEST || found.length >= MOST)
      return
    if (!Array.isArray(value)) {
      const pair = pairOf(Object.entries(value))
      if (pair !== undefined) found.push(pair)
    }
    for (const inner of Object.values(value)) visit(inner, depth + 1)
  }
  for (const block of blocks)
    if (block.type === 'tool_call' && (toolCallId === null || block.id === toolCallId))
      visit(block.input, 0)
  return found
}

const pairOf = (fields: readonly [name: string, value: unknown][]): ReplacedText | undefined => {
  const textNamed = (names: RegExp): string | undefined => {
    const [, text] =
      fields.find(([name, value]) => names.test(name) && typeof value === 'string') ?? []
    return text as string | undefined
  }
  const [before, after] = [textNamed(BEFORE), textNamed(AFTER)]
  if (before === undefined || after === undefined) return undefined
  const isEverywhere = fields.some(([name, value]) => EVERYWHERE.test(name) && value === true)
  return { before, after, isEverywhere }
}
