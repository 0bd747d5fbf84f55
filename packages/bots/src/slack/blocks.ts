/** By Slack's published limits. */
export const SLACK_LIMITS = {
  blocks: 50,
  sectionChars: 3_000,
  contextChars: 3_000,
  contextElements: 10,
  headerChars: 150,
  messageChars: 12_000,
} as const

type Mrkdwn = { type: 'mrkdwn'; text: string; verbatim: true }

export type Block =
  | { type: 'section'; text: Mrkdwn }
  | { type: 'context'; elements: Mrkdwn[] }
  | { type: 'header'; text: { type: 'plain_text'; text: string; emoji: false } }

export type Message = { text: string; blocks: Block[] }

/** `verbatim`: Slack makes no link and no call of what looks like one. */
const mrkdwn = (text: string): Mrkdwn => ({ type: 'mrkdwn', text, verbatim: true })

export const section = (text: string): Block => ({ type: 'section', text: mrkdwn(text) })
export const context = (text: string): Block => ({ type: 'context', elements: [mrkdwn(text)] })
export const header = (text: string): Block => ({
  type: 'header',
  text: { type: 'plain_text', text: text.slice(0, SLACK_LIMITS.headerChars), emoji: false },
})

const charsOf = (block: Block): number =>
  block.type === 'context'
    ? block.elements.reduce((sum, { text }) => sum + text.length, 0)
    : block.text.text.length

/** As many whole blocks as a message takes. `text` is what notifications say. */
export const messageOf = (text: string, blocks: readonly Block[]): Message => {
  const kept: Block[] = []
  let chars = 0
  for (const block of blocks) {
    chars += charsOf(block)
    if (kept.length === SLACK_LIMITS.blocks || chars > SLACK_LIMITS.messageChars) break
    kept.push(block)
  }
  return { text: text.slice(0, SLACK_LIMITS.sectionChars), blocks: kept }
}

const isText = (text: string, most: number): boolean => text.length > 0 && text.length <= most

const blockProblems = (block: Block): string[] => {
  if (block.type === 'header')
    return isText(block.text.text, SLACK_LIMITS.headerChars) ? [] : ['A header is empty or long.']
  if (block.type === 'section')
    return isText(block.text.text, SLACK_LIMITS.sectionChars) ? [] : ['A section is empty or long.']
  const { elements } = block
  if (elements.length < 1 || elements.length > SLACK_LIMITS.contextElements)
    return ['A context has no element, or too many.']
  return elements.every(({ text }) => isText(text, SLACK_LIMITS.contextChars))
    ? []
    : ['An element of a context is empty or long.']
}

/** What Slack would refuse, in words; none where it takes the message. */
export const messageProblems = ({ text, blocks }: Message): string[] => [
  ...(isText(text, SLACK_LIMITS.messageChars) ? [] : ['The text is empty or long.']),
  ...(blocks.length > SLACK_LIMITS.blocks ? ['There are too many blocks.'] : []),
  ...(blocks.reduce((sum, block) => sum + charsOf(block), 0) > SLACK_LIMITS.messageChars
    ? ['All blocks together are long.']
    : []),
  ...blocks.flatMap(blockProblems),
]
