import { CliError } from '../../errors/cli-error.ts'
import type { FileEdit } from './file-edit.ts'

const BEGIN = '# teamlore: begin (lore hooks install)'
const END = '# teamlore: end'
const BLOCK = /# teamlore: begin[^\n]*\n[\s\S]*?# teamlore: end\n?/
const SHELL = /^#!\s*(?:\/\S*\/)?(?:env\s+)?(?:sh|bash|dash|zsh|ksh|ash)\b/

type Script = {
  path: string
  lines: readonly string[]
  /** What the lines call, for somebody who has to call it from a program of another kind. */
  call: string
}

/** Lines of ours at the head of a shell script, before it may end itself. What it does stays as it is. */
export const scriptEdit = ({ path, lines, call }: Script): FileEdit => {
  const block = [BEGIN, ...lines, END, ''].join('\n')
  return {
    path,
    mode: 0o755,
    add: (text) => {
      if (text === undefined || text.trim() === '') return `#!/bin/sh\n${block}`
      if (text.includes(block)) return text
      return withBlock(text.replace(BLOCK, ''), block, () => noShellScript(path, call))
    },
    remove: (text, before) => {
      const rest = text.replace(BLOCK, '')
      return before === undefined && rest.trim() === '#!/bin/sh' ? undefined : rest
    },
    has: (text) => BLOCK.test(text),
  }
}

/** Behind the line that names the shell, where there is one. */
const withBlock = (text: string, block: string, refusal: () => CliError): string => {
  const hasShebang = text.startsWith('#!')
  if ((hasShebang && !SHELL.test(text)) || text.includes('\0')) throw refusal()
  const end = text.indexOf('\n') + 1
  const head = hasShebang ? (end === 0 ? `${text}\n` : text.slice(0, end)) : ''
  return `${head}${block}${hasShebang && end === 0 ? '' : text.slice(head.length)}`
}

const noShellScript = (path: string, call: string): CliError =>
  new CliError({
    code: 'hooks.no_shell_script',
    message: `${path} is not a shell script, so it was left as it is.`,
    hint: `Have it run this as well, with the arguments and the input that git gives it: ${call}`,
  })
