/** What stands for what is in a file, if anything does. */
type NoteOf = (path: string) => string | undefined
/** How a tool puts a file into what is said: what opens it, which holds its path in the last group, and where it ends. */
type Form = { open: RegExp; ends: (opened: readonly string[]) => readonly string[] }

const MAX_FILES = 2_000
const MAX_TOKENS = 20
const PATH = '[^\\n]{1,1000}'
/** What names a file by its name, and what does where its value looks like a path. */
const ATTRIBUTE =
  /\b(?:path|file|file_?path|file_?name)=["']([^"'\n]{1,1000})["']|\b(?:name|id|title|src|uri|source)=["'](?:file:(?!\/)([^"'\n]{1,1000})|([^"'\n]{0,500}\/[^"'\n]{1,500}))["']/gi

const FORMS: readonly Form[] = [
  // <file_content path="a.txt">, <attachment id="file:a.txt">
  { open: /<([A-Za-z][\w-]{0,40}) ([^<>\n]{1,1000})>/g, ends: ([, tag]) => [`</${tag}>`] },
  // What is selected in an editor.
  {
    open: new RegExp(`\\blines? \\d+(?: to |-)\\d+ (?:from|of|in) (${PATH}?):?\\n`, 'g'),
    ends: () => ['</ide_selection>', '</system-reminder>'],
  },
  // `@a.txt` of Gemini CLI and its kin.
  {
    open: new RegExp(`(?:^|\\n)Content from @?(${PATH}?):\\n`, 'g'),
    ends: () => ['\nContent from ', '\n--- End of content'],
  },
  // Of several files, each below its name.
  { open: new RegExp(`(?:^|\\n)--- (${PATH}?) ---\\n`, 'g'), ends: () => ['\n--- '] },
  // Of what Claude Code reminds the model.
  {
    open: new RegExp(`\\bContents of (${PATH}?)(?: \\([^\\n]{0,200}\\))?:\\n`, 'g'),
    ends: () => ['\nContents of ', '</system-reminder>'],
  },
  {
    open: new RegExp(`\\bNote: (${PATH}?) was modified\\b`, 'g'),
    ends: () => ['</system-reminder>', '\u0000'],
  },
  // ```12:15:src/a.ts
  {
    open: new RegExp(`(?:^|\\n)[ \\t]{0,8}(\`{3,10}|~{3,10})((?=[^\\n]*[ :/])${PATH})\\n`, 'g'),
    ends: ([, fence]) => [`\n${fence}`],
  },
  // What Aider is to put into a file.
  {
    open: new RegExp(`(?:^|\\n)(${PATH})\\n(?:[\`<][^\\n]{0,40}\\n)?<{5,9} SEARCH\\n`, 'g'),
    ends: () => ['\n>>>>>'],
  },
]

/** A file that is not captured must be named in one of these. */
const MARKS = /[<`~]|Content from|--- |Contents of|Note: |\blines? \d/

/**
 * Leaves out files that stand in what somebody says: attached to a prompt, put in by the tool, or quoted by the model under
 * their names. Undefined where there is nothing to leave out.
 */
export const withoutQuotedFiles = (text: string, noteOf: NoteOf): string | undefined => {
  if (!MARKS.test(text)) return undefined
  let left = text
  for (const form of FORMS) left = withoutForm(left, form, noteOf)
  return left === text ? undefined : left
}

const withoutForm = (text: string, { open, ends }: Form, noteOf: NoteOf): string => {
  let left = ''
  let from = 0
  let files = 0
  for (const opened of text.matchAll(open)) {
    const begin = opened.index + opened[0].length
    if (begin <= from) continue
    if (++files > MAX_FILES) break
    const note = pathsIn(opened.at(-1) ?? '')
      .map(noteOf)
      .find((one) => one !== undefined)
    if (note === undefined) continue
    const end = endOf(text, begin, ends(opened))
    if (end === undefined) continue
    left += `${text.slice(from, begin)}${note}`
    from = end
  }
  return left + text.slice(from)
}

/** What is never closed goes to its end; a tag that is not is no file. */
const endOf = (text: string, from: number, marks: readonly string[]): number | undefined => {
  // A mark that begins with the end of a line may stand right behind the one that opened.
  const ends = marks
    .map((mark) => text.indexOf(mark, mark.startsWith('\n') ? from - 1 : from))
    .filter((at) => at !== -1)
  if (ends.length > 0) return Math.max(from, Math.min(...ends))
  return marks.length === 1 && marks[0]?.startsWith('</') ? undefined : text.length
}

/** `path="a.txt"`, `12:15:a.txt`, `ts title=a.txt`, `"a.txt"`. */
const pathsIn = (named: string): string[] => {
  const attributes = [...named.matchAll(ATTRIBUTE)].flatMap(
    ([, ...paths]) => paths.find((path) => path !== undefined) ?? [],
  )
  if (/=["']/.test(named)) return attributes
  const words = named.trim().split(/\s+/).slice(0, MAX_TOKENS)
  return [named.trim(), ...words]
    .map((one) => one.replace(/^["'@*`(]+|["'*`):,]+$/g, '').replace(/^(?:\d+:\d+:|\w+=)/, ''))
    .filter((one) => /[./\\]|^[\w-]+$/.test(one))
}
