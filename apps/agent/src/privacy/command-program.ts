import type { CommandPart, Word } from './command.types.ts'
import { withinFolder } from './folder-paths.ts'

export type Program = {
  /** As it is called, in small letters; of one that came with the system without its folder. A script of a folder stays one: `./ls`. */
  program: string
  /** Where it stands among the words. */
  at: number
  given: Word[]
}

const WORD_BEFORE = /^(?:then|do|else|elif|if|while|until|[{!]|[A-Za-z_]\w*=.*)$/s
/** Programs that run another one with what follows. */
const WRAPPER =
  /^(?:sudo|doas|env|time|nice|ionice|nohup|timeout|command|exec|stdbuf|npx|bunx|xvfb-run)$/
const OF_WRAPPER = /^(?:-.*|[A-Za-z_]\w*=.*|\d+(?:\.\d+)?[smhd]?)$/s
/** `sudo -u ana` */
const WITH_VALUE = /^-[ugnskc]$/

/** The program of a command and what it is given. */
export const programOf = ({ words }: Pick<CommandPart, 'words'>): Program => {
  let isWrapped = false
  let at = 0
  for (; at < words.length; at++) {
    const text = words[at]?.text ?? ''
    if (WRAPPER.test(text)) isWrapped = true
    else if (isWrapped && WITH_VALUE.test(text)) at++
    else if (!WORD_BEFORE.test(text) && !(isWrapped && OF_WRAPPER.test(text))) break
  }
  const program = (words[at]?.text ?? '')
    .replace(/^(?:\/usr(?:\/local)?)?\/s?bin\/|\.(?:exe|cmd|bat)$/gi, '')
    .toLowerCase()
  return { program, at, given: words.slice(at + 1) }
}

export const changesFolder = (part: CommandPart): boolean =>
  /^(?:cd|pushd|popd|chdir|set-location|sl)$/.test(programOf(part).program)

/** Where a command runs: `git -C ../other diff`. */
export const folderOfPart = ({ words, folder }: CommandPart): string => {
  const option = words.findIndex(({ text }) => text === '-C')
  const target = option === -1 ? undefined : words[option + 1]?.text
  return target === undefined ? folder : (withinFolder(folder, target)[0] ?? target)
}
