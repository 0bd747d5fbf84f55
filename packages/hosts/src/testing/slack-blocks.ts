type Json = { type?: unknown; text?: unknown; elements?: unknown }

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0)

const textProblem = (text: unknown, most: number): string | undefined => {
  const { type, text: words } = (text ?? {}) as Json
  if (type !== 'mrkdwn' && type !== 'plain_text') return 'text of no type'
  if (lengthOf(words) < 1 || lengthOf(words) > most) return `text of ${lengthOf(words)} characters`
  return undefined
}

const CHECKS: Record<string, (block: Json) => string | undefined> = {
  section: ({ text }) => textProblem(text, 3_000),
  header: ({ text }) => textProblem(text, 150),
  divider: () => undefined,
  context: ({ elements }) => {
    const list = Array.isArray(elements) ? (elements as Json[]) : []
    if (list.length < 1 || list.length > 10) return 'elements'
    return list.map((element) => textProblem(element, 3_000)).find((one) => one !== undefined)
  },
}

/** What Slack would refuse of blocks, by its published limits; undefined where nothing. */
export const blockProblem = (blocks: unknown): string | undefined => {
  if (!Array.isArray(blocks) || blocks.length > 50) return 'no list of up to 50 blocks'
  for (const block of blocks as Json[]) {
    const check = CHECKS[String(block.type)]
    const problem = check === undefined ? `block ${block.type}` : check(block)
    if (problem !== undefined) return problem
  }
  return undefined
}
