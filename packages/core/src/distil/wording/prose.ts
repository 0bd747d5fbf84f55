import { splitSentences } from '../../text/sentences.ts'

/** One sentence or list item of what somebody wrote, markup taken off, code spans kept. */
export type ProseUnit = {
  text: string
  form: 'sentence' | 'item'
  /** Words that stand over it: the last heading. */
  heading: string
  /** Words it begins with and that name what follows, such as "Root cause"; taken off `text`. */
  label: string
  /** Number of the paragraph within the text. */
  paragraph: number
}

const MAX_UNITS = 400
const MAX_LINE = 4_000
/** Also the tags in which Aider puts code that holds backticks itself. */
const FENCE = /^\s*(`{3,}|~{3,}|<\/?source>)/
const HEADING = /^\s{0,3}#{1,6}\s+(.+?)\s*#*$/
const ITEM = /^\s*(?:[-*+•✓✔✅❌☑]|\d{1,2}[.)])\s+(.+)$/
const TABLE_OR_RULE = /^\s*(\||[-=_*─━│┌└├]{3,}\s*$)/
const QUOTE = /^\s*>\s?/
const BOLD_LINE = /^\s*\*\*([^*\n]{3,90})\*\*:?\s*$/
const LABEL = /^(?:\*\*([^*\n]{3,60}?):?\*\*:?|([A-Z][A-Za-z' ]{2,45}):)\s+(?=\S)/
const LABEL_WORDS =
  /\b(cause|problem|issue|fix|solution|decision|why|result|impact|note|warning|caveat|insight|finding|recommendation|limitation|next steps?|verified|remaining|follow-?ups?|todo|key|important|gotcha|trade-?offs?|judge?ment call|worth knowing)\b/i
const PICTOGRAPH = /\p{Extended_Pictographic}|\u{FE0F}|\u{200D}|[✓√]/gu

const CODE = /`[^`\n]+`/g
const STAND_IN = /\uE000(\d+)\uE001/g

const withoutMarks = (line: string): string =>
  line
    .replace(/!\[[^\]\n]*\]\([^)\n]*\)/g, '')
    .replace(/\[([^\]\n]+)\]\((?:[^()\n]|\([^()\n]*\))*\)/g, '$1')
    .replace(/(\*\*|__)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/(?<![\w*])\*(?=\S)([^*\n]*?\S)\*(?![\w*])/g, '$1')
    .replace(/<\/?(?:b|i|em|strong|br|p|code|kbd|sub|sup)\b[^<>\n]{0,80}>/gi, '')
    .replace(PICTOGRAPH, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Takes Markdown's marks off a line and leaves its words and code spans. */
export const plain = (line: string): string => {
  const spans: string[] = []
  const masked = line
    .slice(0, MAX_LINE)
    .replace(/[\uE000\uE001]/g, '')
    .replace(CODE, (span) => `\uE000${spans.push(span) - 1}\uE001`)
  return withoutMarks(masked).replace(STAND_IN, (_, n: string) => spans[Number(n)] ?? '')
}

const LOG_LINE =
  /^(?:[=*~#_-]{2,}|[{}[\]"<$>|\\]|\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|at \S+ ?\(|(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FAIL(?:ED)?|PASS(?:ED)?|FATAL|Error|fatal|panic|Traceback|Exception|npm|ok|---)\b[:\s([])|={3,}\s*$|[A-Za-z ]{2,20}: (?:\d+|[0-9a-f]{7,}|\[|\{)\S*$/

/** Lines of logs, stack traces and data rather than of speech. */
export const looksPasted = (line: string): boolean => {
  if (LOG_LINE.test(line)) return true
  const signs =
    line.replace(/`[^`]*`|https?:\/\/\S+/g, '').match(/[{}[\]<>|\\=;$^~%&*_+]/g)?.length ?? 0
  return signs > 3 && signs / line.length > 0.12
}

type Block = { lines: string[]; form: 'sentence' | 'item'; heading: string }

/** A line goes on the one before it when that was wrapped: long enough, and not closed by punctuation. */
const continues = (previous: string, line: string) =>
  previous.length >= 60 && (/^[a-z(`]/.test(line) || !/[.:!?)]\s*$/.test(previous))

const isCodeFenceToggle = (line: string, fence: string) => {
  const marks = FENCE.exec(line)?.[1]?.replace('/', '')
  return marks !== undefined && (fence === '' || marks.startsWith(fence))
}

/** Lines outside of fenced code, quote marks taken off; `null` stands where code was. */
const linesOf = (text: string): (string | null)[] => {
  const lines: (string | null)[] = []
  let fence = ''
  for (const line of text.split('\n')) {
    if (isCodeFenceToggle(line, fence)) {
      fence = fence === '' ? (FENCE.exec(line)?.[1]?.replace('/', '') ?? '') : ''
      lines.push(null)
    } else if (fence === '') lines.push(line.replace(QUOTE, '').trimEnd())
  }
  return lines
}

const headingOf = (line: string): string | undefined => {
  const title = (HEADING.exec(line) ?? BOLD_LINE.exec(line))?.[1]
  return title === undefined ? undefined : plain(title).replace(/^\d+[.)]\s*|:$/g, '')
}

/** Groups lines into blocks, leaving out fenced code, tables and rules. */
const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = []
  let heading = ''
  let open: Block | undefined
  const start = (line: string, form: Block['form']) => {
    open = { lines: [line], form, heading }
    blocks.push(open)
  }
  for (const line of linesOf(text)) {
    const title = line === null ? undefined : headingOf(line)
    if (line === null || line.trim() === '' || TABLE_OR_RULE.test(line) || title !== undefined) {
      heading = title ?? heading
      open = undefined
      continue
    }
    const item = ITEM.exec(line)?.[1]
    if (item !== undefined) start(item, 'item')
    else if (open !== undefined && continues(open.lines.at(-1) ?? '', line.trim()))
      open.lines.push(line.trim())
    else start(line.trim(), 'sentence')
  }
  return blocks
}

const withoutLabel = (text: string) => {
  const found = LABEL.exec(text)
  const words = found?.[1] ?? found?.[2] ?? ''
  // A bold sentence is no label.
  if (found === null || !LABEL_WORDS.test(words) || /[.!?]:?$/.test(words))
    return { text, label: '' }
  return { text: text.slice(found[0].length), label: plain(words) }
}

/**
 * Reads Markdown as a person would: headings, list items and sentences; code, tables and rules are left out. `typed`
 * text, which people write without capitals, is also split at full stops before small letters, and what was pasted
 * into it (logs, data) is left out.
 */
export const proseUnits = (markdown: string, { typed = false } = {}): ProseUnit[] => {
  const units: ProseUnit[] = []
  for (const [paragraph, block] of blocksOf(markdown).entries()) {
    for (const unit of unitsOf(block, typed)) {
      if (!/\p{L}/u.test(unit.text) || (typed && looksPasted(unit.text))) continue
      units.push({ ...unit, form: block.form, heading: block.heading, paragraph })
      if (units.length >= MAX_UNITS) return units
    }
  }
  return units
}

const unitsOf = ({ lines, form }: Block, typed: boolean): { text: string; label: string }[] => {
  const { text, label } = withoutLabel(lines.join(' '))
  const spoken = plain(text)
  const sentences = form === 'item' ? [spoken] : splitSentences(spoken, { typed })
  return sentences.map((sentence, index) =>
    index === 0 && label !== '' ? { text: sentence, label } : withoutLabel(sentence),
  )
}
