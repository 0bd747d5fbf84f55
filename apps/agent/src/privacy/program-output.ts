import type { CommandPart } from './command.types.ts'
import { programOf } from './command-program.ts'
import { type Role, rolesOf } from './word-roles.ts'

/** How much of a file may stand in what a command prints that it is named to: nothing, its name, or what is in it. */
export type Printed = 'nothing' | 'name' | 'content'

const PRINTS_NOTHING =
  /^(?:\[\[?|test|rm|rmdir|mkdir|touch|chmod|chown|chgrp|remove-item|new-item)$/
const PRINTS_NAMES =
  /^(?:cd|pushd|chdir|set-location|sl|ls|ll|dir|stat|find|wc|realpath|readlink|basename|dirname|which|echo|printf|test-path|get-childitem|gci|get-item)$/
const COPIES = /^(?:cp|mv|ln|install|scp|rsync|copy|move|copy-item|move-item)$/
/** Commands of git that print names alone. */
const GIT_NAMES = /^(?:rm|mv|status|ls-files|check-ignore)$/

/** Whether what one program names is read by another. */
const HANDS_ON =
  /\b(?:xargs|parallel|mapfile|readarray|foreach(?:-object)?)\b|\bwhile\b[^;\n]{0,40}\bread\b|\s-(?:exec|ok)\w*\b|\|\s*(?:sudo\s+)?(?:%|(?:cat|gc|type|get-content|select-string|sls|(?:ba|z|k|da)?sh|pwsh|ssh|cpio|tar|python\d?|node)\b)/i

const LOADS = /^(?:source|\.)$/
const LOADING_OPTION =
  /^(?:--(?:env-file(?:-if-exists)?|kubeconfig|identity-file|key|cert|cacert)|--?var-file)(=|$)/
const LOADING_VARIABLE =
  /^(?:KUBECONFIG|GOOGLE_APPLICATION_CREDENTIALS|DOTENV_CONFIG_PATH|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|REQUESTS_CA_BUNDLE)=/
/** Programs that take a file behind an option of their own. */
const LOADERS: readonly (readonly [program: RegExp, option: RegExp])[] = [
  [/^(?:ssh|scp|sftp|rsync|autossh|mosh|ssh-add)$/, /^-i$/],
  // Whatever is asked of it, of a private key it never prints more than the public part.
  [/^ssh-keygen$/, /^-f$/],
  [/^(?:dotenv(?:-cli|x)?|env-cmd)$/, /^(?:-[ef]|--file)$/],
]
/** What prints the values of variables, which may come from a file that was loaded. */
const SHOWS_VARIABLES =
  /\b(?:printenv|getenv|os\.environ|process\.env)\b|(?:^|\s)env\s*(?:$|[;&|\n)"'])|(?:^|[;&|(])\s*(?:set|export(?: -p)?|declare(?: -\w+)?)\s*(?:$|[;&|\n)])|\b(?:echo|printf)\b[^;&|\n]{0,200}\$|\b(?:compose|kubectl)\b[^;&|\n]{0,200}\sconfig\b/m

/** What the commands of a text print of a path that is one of their words. */
export type Reading = {
  printed: (part: CommandPart, at: number) => Printed
  role: (part: CommandPart, at: number) => Role
  /** Whether it may look like a path by chance: it stands in a pattern, a message or code, where `.key` is none. */
  isChance: (part: CommandPart, at: number) => boolean
}

export const createReading = (text: string): Reading => {
  const named: Printed = HANDS_ON.test(text) ? 'content' : 'name'
  const loaded: Printed = SHOWS_VARIABLES.test(text) ? 'content' : 'name'
  const roles = new Map<CommandPart, Role[]>()
  const role = (part: CommandPart, at: number): Role => {
    const known = roles.get(part) ?? rolesOf(part)
    roles.set(part, known)
    return known[at] ?? 'path'
  }
  const printedByProgram = (part: CommandPart): Printed => {
    const { program, given } = programOf(part)
    const subcommand = program === 'git' ? (given[0]?.text ?? '') : ''
    if (PRINTS_NOTHING.test(program) || subcommand === 'add') return 'nothing'
    if (LOADS.test(program)) return loaded
    return PRINTS_NAMES.test(program) || COPIES.test(program) || GIT_NAMES.test(subcommand)
      ? named
      : 'content'
  }
  // Of what is printed for another program to read, nothing is known.
  const isText = (one: Role): boolean => one === 'text' || (one === 'said' && named === 'name')
  const known = new Map<CommandPart, Printed>()
  const printedByPart = (part: CommandPart): Printed => {
    const before = known.get(part)
    if (before !== undefined) return before
    const { within, sign } = part
    const isOfCode = within !== undefined && role(within.part, within.at) === 'code'
    const own = isOfCode ? 'content' : printedByProgram(part)
    const outer = within === undefined || sign ? own : printed(within.part, within.at)
    const both = RANK[own] < RANK[outer] ? own : outer
    known.set(part, both)
    return both
  }
  const printed: Reading['printed'] = (part, at) => {
    if (part.words[at]?.isWritten === true) return 'content'
    const byPart = printedByPart(part)
    return byPart === 'content' && isLoaded(part, at) ? loaded : byPart
  }
  const isChance: Reading['isChance'] = (part, at) => {
    const { within, sign, words } = part
    const own = role(part, at)
    if (own === 'code' || isText(own)) return true
    if (within === undefined || sign === '$') return false
    const outer = role(within.part, within.at)
    if (outer === 'code') return words[at]?.isQuoted !== true && sign === undefined
    // Of a text, what a shell would put into it: a name alone between `…` is a name.
    if (isText(outer)) return sign === undefined || words.length < 2
    return isChance(within.part, within.at)
  }
  return { printed, role, isChance }
}

const RANK: Record<Printed, number> = { nothing: 0, name: 1, content: 2 }

/** Whether a file is named as one whose settings or key a program is to use. */
const isLoaded = (part: CommandPart, at: number): boolean => {
  const own = part.words[at]?.text ?? ''
  const before = part.words[at - 1]?.text ?? ''
  if (LOADING_VARIABLE.test(own)) return true
  const isValue = LOADING_OPTION.exec(before)?.[1] === ''
  return (
    LOADING_OPTION.test(own) ||
    isValue ||
    LOADERS.some(
      ([program, option]) => option.test(before) && program.test(programOf(part).program),
    )
  )
}

/** Where a command puts copies of what is named to it. */
export const copiedTo = (part: CommandPart): string[] => {
  const { program, given } = programOf(part)
  const plain = given.filter(({ text, isWritten }) => !text.startsWith('-') && !isWritten)
  if (program === 'tee') return plain.map(({ text }) => text)
  const isMoved = program === 'git' && given[0]?.text === 'mv'
  const last = plain.at(-1)
  return last !== undefined && (isMoved || COPIES.test(program)) ? [last.text] : []
}

/** `cp -r` and its like. */
export const isOfTrees = (part: CommandPart): boolean =>
  part.words.some(({ text }) => /^(?:-\w*[aRr]\w*|--recursive|--archive)$/i.test(text)) ||
  /^(?:git|mv|move|ln|move-item)$/.test(programOf(part).program)
