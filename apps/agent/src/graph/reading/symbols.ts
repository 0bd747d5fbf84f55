import { createHash } from 'node:crypto'
import type { FoundSymbol } from './graph.types.ts'

const MODIFIERS =
  '(?:(?:export|default|declare|abstract|public|private|protected|internal|static|final|open|override|async|pub(?:\\([^)]*\\))?|unsafe|extern|data|sealed|suspend|inline|const)\\s+)*'
const DEFINES = new RegExp(
  `^[ \\t]*${MODIFIERS}(?:function\\*?|class|interface|type|enum|let|var|const|def|fn|func|fun|struct|trait|union|object|record|namespace|mod|val)\\s+(?:\\([^)]*\\)\\s*)?([A-Za-z_$][\\w$]*)`,
)
/** `const name =`: the modifier itself is the keyword. */
const CONSTANT = /^[ \t]*(?:export\s+)?const\s+(?:enum\s+)?([A-Za-z_$][\w$]*)/
/** A method, or a function of the C family: something named before brackets, and a block behind them. */
const METHOD = new RegExp(
  `^[ \\t]*${MODIFIERS}(?:[\\w:<>,*&\\[\\]? ]+[ *&])?([A-Za-z_$][\\w$]*)\\s*\\([^;]*\\)?[^;]*[{]\\s*$`,
)
const NO_NAMES = new Set(
  'if for while switch catch function return else do try with new await yield throw match when'.split(
    ' ',
  ),
)

const MAX_SYMBOLS = 400
const MAX_LINES = 20_000

const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0

const nameIn = (line: string): string | undefined => {
  const name = (CONSTANT.exec(line) ?? DEFINES.exec(line) ?? METHOD.exec(line))?.[1]
  return name === undefined || NO_NAMES.has(name) ? undefined : name
}

/** Where a definition ends: before the next line that stands no deeper, which a closing bracket still belongs to. */
const endOf = (lines: readonly string[], start: number): number => {
  const indent = indentOf(lines[start] ?? '')
  let end = start
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    if (indentOf(line) > indent) {
      end = at
      continue
    }
    if (!/^[ \t]*(?:[)}\]>]|end\b|\{)/.test(line)) break
    end = at
    // `) {`, `): string => {` and a lone `{` open what follows.
    if (!/[{(:[]\s*$|=>\s*$/.test(line)) break
  }
  return end
}

/** Without what reformatting changes. */
export const hashOfLines = (lines: readonly string[]): string =>
  createHash('sha256')
    .update(
      lines
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join('\n'),
    )
    .digest('hex')
    .slice(0, 16)

/**
 * Definitions of a file by their names: found by the line that begins them and by how deep the following lines stand, in all
 * languages alike. Good enough to say whether what a memory names is there and what it was; it is no parser.
 */
export const symbolsIn = (text: string): FoundSymbol[] => {
  const lines = text.split('\n', MAX_LINES)
  const found: FoundSymbol[] = []
  const deepest = lines.some((line) => line.startsWith('\t')) ? 1 : 4
  for (let at = 0; at < lines.length && found.length < MAX_SYMBOLS; at++) {
    const line = lines[at] ?? ''
    if (line === '' || line.length > 400 || indentOf(line) > deepest) continue
    const name = nameIn(line)
    if (name === undefined) continue
    const end = endOf(lines, at)
    found.push({ name, start: at + 1, end: end + 1, hash: hashOfLines(lines.slice(at, end + 1)) })
  }
  return found
}
