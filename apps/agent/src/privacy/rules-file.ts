import { readFile } from 'node:fs/promises'
import { problemOfPattern } from '@teamlore/redaction'
import { type CustomRules, customRulesSchema } from '@teamlore/shared'
import { CliError } from '../errors/cli-error.ts'

const NO_RULES: CustomRules = { rules: [], allow: [] }

/**
 * Somebody's own rules, from `redaction.json` in the configuration folder; none where there is no such file.
 *
 * @throws CliError that names the line. Going on without rules somebody wrote would send what they meant to keep.
 */
export const readRulesFile = async (path: string): Promise<CustomRules> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw wrongFile(path, undefined, `cannot be read (${error.code ?? error.message})`)
  })
  return text === undefined ? NO_RULES : parseRules(text, path)
}

export const parseRules = (text: string, path: string): CustomRules => {
  const parsed = customRulesSchema.safeParse(jsonOf(text, path))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const where = issue?.path.join('.') ?? ''
    const line = lineOfEntry(text, issue?.path ?? [])
    throw wrongFile(path, line, `${where === '' ? 'it' : `\`${where}\``}: ${issue?.message ?? ''}`)
  }
  for (const [index, { name, pattern, flags }] of parsed.data.rules.entries()) {
    const problem = problemOfPattern(pattern, flags)
    if (problem !== undefined)
      throw wrongFile(
        path,
        lineOfEntry(text, ['rules', index]),
        `the pattern of "${name}" ${problem}`,
      )
  }
  return parsed.data
}

const jsonOf = (text: string, path: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1]
    const line = position === undefined ? lineAt(text, text.length) : lineAt(text, Number(position))
    throw wrongFile(path, line, 'this is no JSON')
  }
}

const lineAt = (text: string, position: number): number =>
  text.slice(0, position).split('\n').length

/** Where an entry of one of the two lists begins. */
const lineOfEntry = (text: string, [list, index]: readonly PropertyKey[]): number => {
  const start = typeof list === 'string' ? text.indexOf(`"${list}"`) : -1
  if (start === -1) return 1
  const at = typeof index === 'number' ? placeOfEntry(text.slice(start), index) : 0
  return lineAt(text, start + at)
}

/** Where the n-th value of the first list begins. */
const placeOfEntry = (text: string, index: number): number => {
  let entry = -1
  let depth = 0
  // Strings whole, or signs that open and close.
  for (const { 0: token, index: at } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    const closes = token === ']' || token === '}'
    if (depth === 1 && !closes && ++entry === index) return at
    if (closes) depth--
    else if (!token.startsWith('"')) depth++
  }
  return 0
}

const wrongFile = (path: string, line: number | undefined, what: string): CliError =>
  new CliError({
    code: 'redaction.file_invalid',
    message: `${path}${line === undefined ? '' : `, line ${line}`}: ${what}.`,
    hint: 'Fix the file, or move it away to go on with the rules of everybody. docs/cli.md shows one.',
  })
