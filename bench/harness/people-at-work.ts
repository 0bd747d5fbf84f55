import type { Random } from './random.ts'
import type { KnownLine, Tree } from './tracked-lines.ts'

const WORD = /[A-Za-z_]{4,}/g

/** What people do to files, drawn by lot; their lines come from code that people wrote. */
export const createPeople = (
  tree: Tree,
  { random, pool }: { random: Random; pool: readonly string[] },
) => {
  const some = (count: number): KnownLine[] => {
    const from = random.int(Math.max(1, pool.length - count))
    return pool.slice(from, from + count).map((text) => tree.line(text, null))
  }
  const insert = (path: string, lines: readonly KnownLine[]): void => {
    const before = tree.files.get(path) ?? []
    const at = random.int(before.length + 1)
    tree.set(path, [...before.slice(0, at), ...lines, ...before.slice(at)])
  }
  /** One word of a line is another now, so that the line is theirs. */
  const change = (path: string): void => {
    const lines = [...(tree.files.get(path) ?? [])]
    for (let n = 1 + random.int(4); n > 0; n--) {
      const at = random.int(Math.max(1, lines.length))
      const words = lines[at]?.text.match(WORD) ?? []
      const old = lines[at]
      if (old === undefined || words.length === 0) continue
      const word = random.pick(words)
      const other = (random.pick(pool).match(WORD) ?? [`${word}s`])[0] ?? `${word}s`
      const text = old.text.replace(word, other === word ? `${word}s` : other)
      lines[at] = tree.line(text, null)
    }
    tree.set(path, lines)
  }
  const remove = (path: string): void => {
    const lines = [...(tree.files.get(path) ?? [])]
    lines.splice(random.int(Math.max(1, lines.length)), 1 + random.int(5))
    tree.set(path, lines)
  }
  /** A block goes elsewhere, sometimes into another file; who wrote it stays the same. */
  const move = (path: string): void => {
    const lines = [...(tree.files.get(path) ?? [])]
    if (lines.length < 20) return
    const block = lines.splice(random.int(lines.length - 15), 5 + random.int(10))
    tree.set(path, lines)
    const others = [...tree.files.keys()]
    insert(random.next() < 0.3 ? random.pick(others) : path, block)
  }
  const rename = (path: string): void => {
    const to = path.replace(/([^/]+)$/, `moved/$1`)
    const lines = tree.files.get(path)
    if (lines === undefined || tree.files.has(to) || tree.isInTheWay(to)) return
    tree.files.delete(path)
    tree.changed.add(path)
    tree.set(to, lines)
  }
  const ACTS = [insertSome, change, change, remove, move]
  function insertSome(path: string): void {
    insert(path, some(2 + random.int(8)))
  }
  return {
    /** What was there before the first session: the lines that it takes away, and code around them. */
    begin: (path: string, needed: readonly string[]): void => {
      const own = needed.map((text) => tree.line(text, null))
      tree.set(path, [...some(10 + random.int(30)), ...own, ...some(10 + random.int(30))])
    },
    /** Before a commit, in the files that are about to be committed. */
    revise: (): void => {
      const paths = [...tree.changed].filter((path) => (tree.files.get(path)?.length ?? 0) > 0)
      if (paths.length === 0 || random.next() < 0.4) return
      for (let n = 1 + random.int(3); n > 0; n--) random.pick(ACTS)(random.pick(paths))
    },
    /** A commit of their own. */
    work: (): void => {
      const paths = [...tree.files.keys()]
      if (paths.length === 0) return
      if (random.next() < 0.3) rename(random.pick(paths))
      for (let n = 1 + random.int(4); n > 0; n--) {
        const left = [...tree.files.keys()]
        random.pick(ACTS)(random.pick(left))
      }
    },
  }
}
