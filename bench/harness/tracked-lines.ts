import { diffLines } from '@teamlore/shared/line-diff'
import type { ReadEdit } from '@teamlore/sources/source'

/** A line with an identity of its own, and the session that wrote it; null: a person. */
export type KnownLine = { readonly id: number; readonly text: string; readonly by: string | null }

const blockAt = (lines: readonly KnownLine[], texts: readonly string[]): number =>
  lines.findIndex((_, at) => texts.every((text, n) => lines[at + n]?.text === text))

/** Files whose lines know who wrote them. */
export const tracked = () => {
  const files = new Map<string, KnownLine[]>()
  const changed = new Set<string>()
  let last = 0
  const line = (text: string, by: string | null): KnownLine => ({ id: ++last, text, by })
  const set = (path: string, lines: KnownLine[]): void => {
    files.set(path, lines)
    changed.add(path)
  }
  /** What stays of a text that is written anew keeps its writer. */
  const rewrite = (path: string, texts: readonly string[], by: string): void => {
    const before = files.get(path) ?? []
    let at = 0
    const after: KnownLine[] = []
    const old = before.map(({ text }) => text).join('\n')
    for (const { sign, text } of diffLines(old, texts.join('\n'))) {
      const kept = before[at]
      if (sign !== '+') at++
      if (sign === '+') after.push(line(text, by))
      else if (sign === ' ' && kept !== undefined) after.push(kept)
    }
    set(path, after)
  }
  /** Takes lines away where they stand, in their order, and puts the new ones there. False where nothing of it is there. */
  const exchange = (path: string, { addedText, removedText }: ReadEdit, by: string): boolean => {
    const lines = [...(files.get(path) ?? [])]
    let place: number | undefined
    // As a block where it stands as one: a brace alone is everywhere.
    let from = Math.max(0, blockAt(lines, removedText))
    for (const text of removedText) {
      const at = lines.findIndex((one, n) => n >= from && one.text === text)
      if (at < 0) continue
      lines.splice(at, 1)
      from = at
      place ??= at
    }
    if (removedText.length > 0 && place === undefined) return false
    lines.splice(place ?? lines.length, 0, ...addedText.map((text) => line(text, by)))
    set(path, lines)
    return true
  }
  const isInTheWay = (path: string): boolean =>
    [...files.keys()].some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`))
  return {
    files,
    changed,
    line,
    set,
    apply: (path: string, edit: ReadEdit, by: string): boolean => {
      if (isInTheWay(path) || [...edit.addedText].some((text) => /[\n\0]/.test(text))) return false
      if (edit.operation === 'delete') {
        const isThere = files.delete(path)
        if (isThere) changed.add(path)
        return isThere
      }
      if (edit.operation !== 'create') return exchange(path, edit, by)
      rewrite(path, edit.addedText, by)
      return true
    },
    isInTheWay,
  }
}

export type Tree = ReturnType<typeof tracked>
