import { TOOL_NAMES } from '@teamlore/sources/tool-names'
import type { Command, Option } from 'commander'
import { SEARCH_TYPES } from '../commands/search/entry-types.ts'
import { HOOK_TOOLS } from '../hooks/hook-tools.ts'
import { PEER_NAMES } from '../importers/peer-names.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

type Flag = {
  name: string
  about: string
  /** What may follow: names, a file, anything, or nothing. */
  value: readonly string[] | 'file' | 'any' | undefined
}

type Entry = { name: string; about: string; flags: Flag[]; words: readonly string[] }

/** The script that makes a shell complete the commands and options of a program. */
export const completionScript = (shell: Shell, program: Command): string => {
  const entries = program.createHelp().visibleCommands(program).map(entryOf)
  const global = program
    .createHelp()
    .visibleOptions(program)
    .map((one) => flagOf(one, ''))
  return WRITERS[shell](entries, global)
}

const entryOf = (command: Command): Entry => {
  const flags = command.createHelp().visibleOptions(command)
  return {
    name: command.name(),
    about: command.description(),
    flags: [...flags.map((one) => flagOf(one, command.name())), JSON_FLAG],
    words: [
      ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
      ...command.commands.map((inner) => inner.name()),
      ...(command.name() === 'tools' ? TOOL_NAMES : []),
    ],
  }
}

const JSON_FLAG: Flag = {
  name: '--json',
  about: 'print one JSON document on stdout',
  value: undefined,
}

const flagOf = (option: Option, command: string): Flag => ({
  name: option.long ?? option.flags,
  about: option.description,
  value: option.required || option.optional ? valuesOf(option, command) : undefined,
})

const valuesOf = ({ long, argChoices }: Option, command: string): Flag['value'] => {
  if (argChoices !== undefined) return argChoices
  if (long === '--type') return SEARCH_TYPES
  if (long === '--from') return PEER_NAMES
  if (long === '--tool') return command === 'hooks' ? HOOK_TOOLS : TOOL_NAMES
  return long === '--path' || long === '--file' || long === '--out' ? 'file' : 'any'
}

/** What has names to choose from, and what takes a file or anything, for each command. */
const valued = (entries: readonly Entry[]) =>
  entries.flatMap(({ name, flags }) =>
    flags.flatMap((flag) =>
      flag.value === undefined ? [] : [{ at: `${name} ${flag.name}`, value: flag.value }],
    ),
  )

const wordsOf = ({ words, flags }: Entry): string =>
  [...words, ...flags.map(({ name }) => name)].join(' ')

type Writer = (entries: readonly Entry[], global: readonly Flag[]) => string

const bash: Writer = (entries, global) => {
  const cases = valued(entries).map(({ at, value }) => {
    if (value === 'any') return `    '${at}') return ;;`
    if (value === 'file') return `    '${at}') _lore_files "$cur"; return ;;`
    return `    '${at}') COMPREPLY=($(compgen -W '${value.join(' ')}' -- "$cur")); return ;;`
  })
  const top = [...entries.map(({ name }) => name), ...global.map(({ name }) => name)]
  return `# Completion of lore for bash: eval "$(lore completions bash)"
# Names with spaces in them are one word each.
_lore_files() {
  local name
  while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$1")
  compopt -o filenames 2>/dev/null
}
_lore() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} command= words= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
    case $word in -*) ;; *) command=$word && break ;; esac
  done
  COMPREPLY=()
  case "$command $prev" in
${cases.join('\n')}
  esac
  case $command in
    '') words='${top.join(' ')}' ;;
${entries.map((entry) => `    ${entry.name}) words='${wordsOf(entry)}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _lore lore
`
}

/** In single quotes, for zsh and fish alike. */
const safe = (text: string): string => text.replace(/['\\]/g, '’')

const zsh: Writer = (entries, global) => {
  const described = (pairs: readonly { name: string; about: string }[]): string =>
    pairs.map(({ name, about }) => `'${name}:${safe(about)}'`).join(' ')
  const cases = valued(entries).map(({ at, value }) => {
    if (value === 'any') return `    '${at}') return ;;`
    return `    '${at}') ${value === 'file' ? '_files' : `compadd -- ${value.join(' ')}`}; return ;;`
  })
  return `#compdef lore
# Completion of lore for zsh: put this as _lore into a folder of your $fpath.
_lore() {
  local command= word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case $word in -*) ;; *) command=$word; break ;; esac
  done
  case "$command \${words[CURRENT-1]}" in
${cases.join('\n')}
  esac
  case $command in
    '') found=(${described([...entries, ...global])}) ;;
${entries
  .map(({ name, words, flags }) => {
    const all = [...words.map((word) => ({ name: word, about: word })), ...flags]
    return `    ${name}) found=(${described(all)}) ;;`
  })
  .join('\n')}
  esac
  _describe lore found
}
if [ "$funcstack[1]" = _lore ]; then _lore "$@"; else compdef _lore lore; fi
`
}

const fish: Writer = (entries, global) => {
  const flagLine = (flag: Flag, condition: string): string => {
    const value =
      flag.value === undefined
        ? ''
        : flag.value === 'file'
          ? ' -rF'
          : flag.value === 'any'
            ? ' -x'
            : ` -xa '${flag.value.join(' ')}'`
    return `complete -c lore${condition} -l ${flag.name.replace(/^--/, '')}${value} -d '${safe(flag.about)}'`
  }
  const lines = entries.flatMap((entry) => {
    const inside = ` -n '__fish_seen_subcommand_from ${entry.name}'`
    return [
      `complete -c lore -n __fish_use_subcommand -a ${entry.name} -d '${safe(entry.about)}'`,
      ...(entry.words.length > 0
        ? [`complete -c lore${inside} -a '${entry.words.join(' ')}'`]
        : []),
      ...entry.flags.filter(({ name }) => name !== '--help').map((flag) => flagLine(flag, inside)),
    ]
  })
  return [
    '# Completion of lore for fish: put this into ~/.config/fish/completions/lore.fish.',
    'complete -c lore -f',
    ...global.filter(({ name }) => name !== '--json').map((flag) => flagLine(flag, '')),
    ...lines,
    '',
  ].join('\n')
}

const WRITERS: Record<Shell, Writer> = { bash, zsh, fish }
