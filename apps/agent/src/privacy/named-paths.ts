import type { Json } from './call-fields.ts'
import type { CommandPart } from './command.types.ts'
import { partsOf } from './command-parts.ts'
import { folderOfPart } from './command-program.ts'
import { commandsOf } from './commands-of.ts'
import { withinFolder } from './folder-paths.ts'
import { filesOf, secretsPrintedBy } from './printed-secrets.ts'
import { copiedTo, createReading, isOfTrees, type Printed, type Reading } from './program-output.ts'

const MAX_NAMED = 3_000
const MAX_WORD_CHARS = 1_000
const MAX_BRACED = 64
/** How deep below the top of a repository somebody may be who names a path from there. */
const MAX_UP = 6

/** A part of a word that may be a path. */
export type Named = {
  path: string
  /** One that looks like no path is one only where there is such a file. */
  isBare: boolean
  /** One that may look like a path by chance. */
  isChance: boolean
  /** One that counts only where there is such a file. */
  isGuess?: boolean
  printed: Printed
}

/** What a command names, and where it puts what it reads. */
export type Command = {
  named: Named[]
  copies: { targets: string[]; isTree: boolean }
  written: string[]
  /** Whether it takes what the one before it prints. */
  isPiped: boolean
  /** Whether it prints a secret that a program gives out: to where that is printed, or into a file or another program. */
  secret: 'shown' | 'elsewhere' | undefined
}

/** Whatever in the commands of a call may be a path, whichever program it is given to. Most of it is none. */
export const commandsNaming = (input: Json): Command[] => {
  const left = { sure: MAX_NAMED, chance: MAX_NAMED }
  return commandsOf(input).flatMap(({ text, folder, as }) => {
    if (as === 'value' || as === 'name' || as === 'pattern') return [ofValue(text, folder, as)]
    const reading = createReading(text)
    const known = new Set<string>()
    const isNew = ({ path, isChance, printed }: Named): boolean => {
      const key = `${isChance} ${printed} ${path}`
      if (path === '' || path.length > MAX_WORD_CHARS || known.has(key)) return false
      known.add(key)
      return left[isChance ? 'chance' : 'sure']-- > 0
    }
    const parts = partsOf(text)
    const printed = secretsPrintedBy(parts)
    const secretOf = (part: CommandPart): Command['secret'] => {
      if (!printed.isOf(part)) return undefined
      return printed.isShown ? 'shown' : 'elsewhere'
    }
    return parts.map((part) => {
      const seenFrom = placesOf(part, folder)
      const anywhere = (path: string, places = seenFrom): string[] =>
        places.map((place) => withinFolder(place, path)[0] ?? path)
      // A bare name is meant from where the command is by then.
      const near = part.folder === '' ? seenFrom : seenFrom.slice(1)
      return {
        named: part.words.flatMap((_, at) =>
          namedBy(part, at, reading)
            .flatMap((one) =>
              anywhere(one.path, one.isBare ? near : seenFrom).map((path) => ({
                ...one,
                path,
                isChance: one.isChance || as === 'text',
              })),
            )
            .filter(isNew),
        ),
        copies: {
          targets: copiedTo(part).flatMap((path) => anywhere(path)),
          isTree: isOfTrees(part),
        },
        written: filesOf(part).flatMap((path) => anywhere(path)),
        isPiped: part.from !== undefined,
        secret: secretOf(part),
      }
    })
  })
}

/** Of what a tool nobody knows was given: `{ source: "customers/a.csv" }`. */
const ofValue = (text: string, folder: string, as: 'value' | 'name' | 'pattern'): Command => {
  const printed = 'content' as const
  const paths = [text, text.replace(/^file:\/\/(?:localhost)?/, '')].flatMap((path) =>
    ['', folder].map((place) => withinFolder(place, path)[0] ?? path),
  )
  const named = [...new Set(paths)].flatMap((path): Named[] => {
    const isBare = !/[\\/.~$*?[]/.test(path)
    const own = { path, printed, isBare, isChance: as !== 'value' }
    // `e1.key` is a file of secrets only where there is one.
    return as === 'name' ? [own, { ...own, isGuess: true, isChance: false }] : [own]
  })
  const copies = { targets: [], isTree: false }
  return { named, copies, written: [], isPiped: false, secret: undefined }
}

/** Folders that a path may be meant from: where the call is made, and where its command runs. */
const placesOf = (part: CommandPart, folder: string): string[] => {
  const own = folderOfPart(part)
  return [
    '',
    ...new Set([folder, own, withinFolder(folder, own)[0] ?? own].filter((one) => one !== '')),
  ]
}

const namedBy = (part: CommandPart, at: number, reading: Reading): Named[] => {
  const word = part.words[at]
  if (word === undefined || (word.hasInner && word.text.includes('\n'))) return []
  const isByChance = reading.isChance(part, at)
  const takesBare = reading.role(part, at) === 'path' && !isByChance
  // In a text or code, stars are no names.
  const isBare = (path: string): boolean => !(isByChance ? /[\\/.~$]/ : /[\\/.~$*?[]/).test(path)
  if (!takesBare && isBare(word.text)) return []
  // What is in it comes by itself.
  const isChance = word.hasInner || isByChance
  const printed = reading.printed(part, at)
  return pathsInWord(word.text)
    .map((path) => ({ path, isBare: isBare(path), isChance, printed }))
    .filter((one) => takesBare || !one.isBare)
}

/** Of `--file=a`, `-Ia`, `@a`, `a:/in/there`, `HEAD:a` and `[a,b]` each part may be one. */
const pathsInWord = (word: string): string[] => {
  if (word.length > MAX_WORD_CHARS) return []
  const paths = braced(word).flatMap((one) => [
    one,
    ...one.split(/[=@,[\](){}"']+/),
    ...one
      .split(/[:=@]+/)
      .slice(1)
      .flatMap(fromTop),
    ...one.split(':').slice(0, -1),
    one.replace(/^-[A-Za-z]/, ''),
    one.replace(/^file:\/\/(?:localhost)?/, ''),
  ])
  return [...new Set(paths)]
}

/** A path behind a revision, or behind the `:/` of git, begins at the top of its repository. */
const fromTop = (path: string): string[] => {
  if (/^(?:[\\~]|$)/.test(path)) return [path]
  const inner = path.replace(/^\//, '')
  const above = Array.from({ length: MAX_UP + 1 }, (_, up) => '../'.repeat(up) + inner)
  return inner === path ? above : [path, ...above]
}

/** `../{one,two}/a.txt` as a shell writes it out. */
const braced = (word: string): string[] => {
  let words = [word]
  for (let turn = 0; turn < MAX_UP && words.length < MAX_BRACED; turn++)
    words = words.flatMap((one) => {
      const [all, head = '', inner = '', tail = ''] =
        /^([^{}]*)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(one) ?? []
      return all === undefined ? [one] : inner.split(',').map((item) => head + item + tail)
    })
  return words.slice(0, MAX_BRACED)
}
