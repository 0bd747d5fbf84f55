import { basename } from 'node:path'
import { isNeverCaptured, type ProjectIgnore } from '@teamlore/redaction'
import type { Json } from './call-fields.ts'
import { type Copies, copiesAt } from './copies.ts'
import { expandedPaths, isThere } from './expanded-paths.ts'
import type { KeptElsewhere } from './kept-elsewhere.ts'
import { createLeadsTo } from './leads-to.ts'
import { type Command, commandsNaming, type Named } from './named-paths.ts'
import { LEFT_OUT_AS_PRINTED, LEFT_OUT_BY_DEFAULT, LEFT_OUT_BY_PROJECT, type Note } from './note.ts'
import { below, resolveFrom, withoutRoot } from './places.ts'

type Options = {
  ignore: ProjectIgnore
  root: string | null
  elsewhere: KeptElsewhere | undefined
  copies: Copies
}

const MAX_KNOWN = 20_000

/**
 * Whether any word of a call's commands leads to a file that is not captured, whatever program it is given to, unless what is
 * printed surely holds nothing of it. Where such a file is copied is remembered.
 */
export const createNamesKept = ({ ignore, root, elsewhere, copies }: Options) => {
  const leadsTo = createLeadsTo()
  const known = new Map<string, string | undefined>()
  const isWholeKept = (whole: string): boolean => {
    const tied = root === null ? null : below(root, whole)
    // `customers/` means a folder, which is named without the slash as well.
    const isOwn = tied !== null && (ignore.matches(tied) || ignore.matches(`${tied}/`))
    return isOwn || elsewhere?.isFileKept(whole) === true
  }
  const judge = (whole: string, { path, isBare, isChance, isGuess }: Named): string | undefined => {
    if (isGuess === true && !isThere(whole)) return undefined
    const paths = isBare && !isThere(whole) ? [] : expandedPaths(whole)
    const behind = paths.map(leadsTo).filter((one) => !paths.includes(one))
    // git takes patterns too, of what is on no disk any more.
    const reached = [...(isBare ? [] : [whole]), ...paths, ...behind]
    if (reached.some(isWholeKept)) return LEFT_OUT_BY_PROJECT
    return !isChance && [path, whole, ...reached].some(isSecret) ? LEFT_OUT_BY_DEFAULT : undefined
  }
  const noteOf = (named: Named, whole: string): string | undefined => {
    const key = `${named.isBare} ${named.isChance} ${named.isGuess} ${whole}`
    if (!known.has(key)) {
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(key, judge(whole, named))
    }
    return known.get(key) ?? (named.isChance ? undefined : copies.noteOf(whole))
  }
  /** What one command reaches. */
  const reachedIn = ({ named }: Command, places: readonly string[]): Found[] =>
    named.flatMap((one) =>
      places.flatMap((from) => {
        const whole = resolveFrom(from, one.path)
        const note = noteOf(one, whole)
        return note === undefined ? [] : [{ ...one, whole, note }]
      }),
    )
  return (input: Json, from: readonly string[]): Note | undefined => {
    const places = [...new Set(from)]
    const printed: Found[] = []
    let poured: string | undefined
    let isSecretShown = false
    for (const command of commandsNaming(input)) {
      const found = reachedIn(command, places)
      poured =
        found.find((one) => one.printed === 'content')?.note ??
        (command.isPiped ? poured : undefined)
      const secret = command.secret === undefined ? undefined : LEFT_OUT_AS_PRINTED
      remember(command, { found, poured: poured ?? secret, places, copies })
      isSecretShown ||= command.secret === 'shown'
      printed.push(...found.filter(isPrinted))
    }
    if (printed[0] !== undefined) return { note: printed[0].note, paths: secretsAmong(printed) }
    return isSecretShown ? { note: LEFT_OUT_AS_PRINTED, paths: [], isCallKept: true } : undefined
  }
}

type Found = Named & { whole: string; note: string }

/** What a project keeps is not even named. */
const isPrinted = ({ printed, note }: Found): boolean =>
  printed === 'content' || (printed === 'name' && note === LEFT_OUT_BY_PROJECT)

/** Of what a project keeps, any word may be the path as far as is known; so only the others are named, as shortly as they were. */
const secretsAmong = (printed: readonly Found[]): string[] => {
  const paths = [
    ...new Set(printed.filter(({ note }) => note !== LEFT_OUT_BY_PROJECT).map(({ path }) => path)),
  ]
  return paths.filter((path) => !paths.some((other) => other !== path && path.endsWith(other)))
}

/** `.env*` may be `.env`, and `.gnupg` names a folder without the slash. */
const isSecret = (path: string): boolean => {
  const plain = withoutRoot(path)
  return [plain, plain.replace(/\*+$/, ''), `${plain}/`].some(isNeverCaptured)
}

type Reading = {
  found: readonly Found[]
  /** Note of what the command prints, or takes from the one before it. */
  poured: string | undefined
  places: readonly string[]
  copies: Copies
}

const INTO = /(?:^|[\\/])\.{0,2}$/

const remember = (command: Command, { found, poured, places, copies }: Reading): void => {
  const { targets, isTree } = command.copies
  const note = found[0]?.note ?? poured
  if (note === undefined) return
  const names = found.length === 0 ? [''] : [...new Set(found.map((one) => basename(one.whole)))]
  for (const from of places) {
    for (const path of targets) {
      const to = { target: resolveFrom(from, path), note, isInto: INTO.test(path) }
      // What is a file by its name holds nothing further.
      const all = names.map((name) => ({ name, isTree: isTree && !isNeverCaptured(name) }))
      for (const copy of all.flatMap((one) => copiesAt({ ...one, ...to }))) copies.add(copy)
    }
    for (const path of poured === undefined ? [] : command.written)
      copies.add({ path: resolveFrom(from, path), note, isTree: false })
  }
}
