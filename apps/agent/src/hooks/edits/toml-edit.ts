import { parse } from 'smol-toml'
import { CliError } from '../../errors/cli-error.ts'
import type { FileEdit } from './file-edit.ts'

const beginOf = (command: string): string => `# teamlore: begin (${command})`
const END = '# teamlore: end'
const BLOCK = /(?:\r?\n)?# teamlore: begin[^\n]*\n[\s\S]*?# teamlore: end(?:\r?\n|$)/

type Options = {
  path: string
  /** Tables of ours, with their headers. */
  tables: string
  /** The command that puts them in. */
  command?: string
  /** What somebody else set up in the place of our tables; undefined where nobody did. */
  otherIn: (settings: Record<string, unknown>) => unknown
}

/** Tables of ours at the end of a settings file in TOML, between two comments. */
export const tomlEdit = ({
  path,
  tables,
  command = 'lore hooks install',
  otherIn,
}: Options): FileEdit => ({
  path,
  add: (text = '') => {
    const rest = withoutBlock(text)
    const settings = understood(rest, path)
    if (otherIn(settings) !== undefined) return text
    const eol = text.includes('\r\n') ? '\r\n' : '\n'
    const block = [beginOf(command), ...tables.trim().split('\n'), END, ''].join(eol)
    const gap = rest === '' ? '' : rest.endsWith('\n') ? eol : `${eol}${eol}`
    if (text.includes(block)) return text
    const whole = `${rest}${gap}${block}`
    understood(whole, path)
    return whole
  },
  remove: (text, before) => {
    const rest = withoutBlock(text)
    if (rest === text) return text
    if (before === undefined && rest.trim() === '') return undefined
    // A last line without an end got one when our tables came in.
    return before !== undefined && `${before}\n` === rest ? before : rest
  },
  other: (text = '') => otherIn(understood(withoutBlock(text), path)),
  has: (text) => BLOCK.test(text),
})

/** The server of that name which a file in TOML sets up. */
export const serverIn =
  (name: string) =>
  ({ mcp_servers: servers }: Record<string, unknown>): unknown =>
    typeof servers === 'object' && servers !== null
      ? (servers as Record<string, unknown>)[name]
      : undefined

/** What we put into a file, with its comments; empty where there is none. */
export const ourBlock = (text = ''): string => BLOCK.exec(text)?.[0] ?? ''

const withoutBlock = (text: string): string => text.replace(BLOCK, '')

const understood = (text: string, path: string): Record<string, unknown> => {
  try {
    return parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw new CliError({
      code: 'hooks.file_not_understood',
      message: `${path} is not the TOML it should be, so it was left as it is.`,
      hint: 'Fix it, and run this again.',
      cause: error,
    })
  }
}
