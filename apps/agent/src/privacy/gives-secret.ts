import type { CommandPart, Word } from './command.types.ts'
import { programOf } from './command-program.ts'
import { fileOptionOf, type Printing, printingsOf, takesAll } from './secret-printers.ts'

type Words = Pick<CommandPart, 'words'>

const MAX_GIVEN = 200
const MAX_CHARS = 4_000
const HELP = /^(?:--help|-h|-\?|help|--version)$/
/** Programs that run another one somewhere among their words, here or on another machine. */
const RUNS_ANOTHER =
  /^(?:ssh|autossh|docker|podman|nerdctl|kubectl|oc|k|k3s|microk8s|minikube|xargs|parallel|find|uvx?|pipx|poetry|pdm|hatch|mise|nix|nix-shell|doppler|op|infisical|chamber|aws-vault|dotenvx?|direnv|watch|flock|su|runuser|gosu|chroot|nsenter|systemd-run|strace|script|caffeinate|wsl|winpty|vagrant|multipass|lxc|incus|cmd|busybox|pnpm|yarn|bun|npm)$/

/** Whether a command has a program print a secret. */
export const givesSecret = (part: Words): boolean => {
  const { program, given } = programOf(part)
  const own = nameOf(program)
  const texts = toldTo(given)
  if (printingsOf(own).some((printing) => isMeant(printing, texts))) return true
  return (
    RUNS_ANOTHER.test(own) &&
    texts.some((text, at) =>
      printingsOf(nameOf(text)).some(
        (printing) => printing.isOwn !== true && isMeant(printing, texts.slice(at + 1)),
      ),
    )
  )
}

/** Whether a word may name a program that prints secrets. */
export const isPrinter = ({ text }: Word): boolean => printingsOf(nameOf(text)).length > 0

/** Whether a command prints nothing of what it takes from another. */
export const takesQuietly = (part: Words): boolean => {
  const { program, given } = programOf(part)
  return takesAll(nameOf(program), lineOf(toldTo(given)))
}

/** Files that a command writes what it would print into, as options of it name them. */
export const filesGivenTo = (part: Words): string[] => {
  const { program, given } = programOf(part)
  const option = fileOptionOf(nameOf(program))
  if (option === undefined) return []
  return given.flatMap(({ text }, at) => {
    const found = option.exec(text)
    const file = found === null ? undefined : (found[1] ?? given[at + 1]?.text)
    return file === undefined || /^(?:-|\/dev\/.*)$/.test(file) ? [] : [file]
  })
}

/** `/opt/homebrew/bin/op`; a script of the project is not the program of that name. */
const nameOf = (program: string): string =>
  program
    .replace(/^(?:[A-Za-z]:|~|\$\w{1,50}|\$\{\w{1,50}\})?[\\/](?:.*[\\/])?/s, '')
    .replace(/\.(?:exe|cmd|bat)$/i, '')
    .toLowerCase()

const toldTo = (given: readonly Word[]): string[] =>
  given
    .filter(({ isWritten }) => !isWritten)
    .slice(0, MAX_GIVEN)
    .map(({ text }) => text)

const lineOf = (texts: readonly string[]): string =>
  texts
    .map((text) => ` ${text}`)
    .join('')
    .slice(0, MAX_CHARS)

const isMeant = (printing: Printing, texts: readonly string[]): boolean => {
  if (!isFollowed(texts, printing.words) || texts.some((text) => HELP.test(text))) return false
  const line = lineOf(texts)
  return printing.with?.test(line) !== false && printing.without?.test(line) !== true
}

/** Whether the words stand behind each other, with nothing but options between. */
const isFollowed = (texts: readonly string[], words: Printing['words']): boolean => {
  let at = 0
  for (const word of words) {
    while (!word.includes(texts[at] ?? '')) {
      const isOfOption = texts[at]?.startsWith('-') || texts[at - 1]?.startsWith('-')
      if (at >= texts.length || !isOfOption) return false
      at++
    }
    at++
  }
  return true
}
