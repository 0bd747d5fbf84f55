/** Rewrites made of real commits: squashes of neighbours, and renames with a heavy edit. */
import { createHash } from 'node:crypto'
import type { LinkableCommit } from '@teamlore/core/linking'

const HOUR_MS = 3_600_000
export const foreignHash = (text: string): string =>
  createHash('sha1').update(`x${text}`).digest('hex')

type Lines = Map<string, number>
const take = (from: Lines, into: Lines, print: string): void => {
  const left = from.get(print) ?? 0
  if (left > 0) from.set(print, left - 1)
  else into.set(print, (into.get(print) ?? 0) + 1)
}
const flat = (lines: Lines): string[] =>
  [...lines].flatMap(([print, n]) => new Array<string>(n).fill(print))

/** The net change of several commits: what one adds and a later one removes is gone. */
const netOf = (commits: readonly LinkableCommit[]): LinkableCommit['files'] => {
  const files = new Map<string, { added: Lines; removed: Lines }>()
  for (const { files: changed } of commits)
    for (const file of changed) {
      const known = files.get(file.path) ?? { added: new Map(), removed: new Map() }
      files.set(file.path, known)
      for (const print of file.removed) take(known.added, known.removed, print)
      for (const print of file.added) take(known.removed, known.added, print)
    }
  return [...files]
    .map(([path, { added, removed }]) => ({ path, added: flat(added), removed: flat(removed) }))
    .filter(({ added, removed }) => added.length + removed.length > 0)
}

/** As the button of a hosting site does it: another hash, subject and time, no patch id, the branch gone. */
export const squashOf = (
  commits: readonly LinkableCommit[],
  { name, hours }: { name: string; hours: number },
): LinkableCommit => {
  const latest = Math.max(...commits.map(({ authoredAt }) => authoredAt))
  return {
    sha: foreignHash(name),
    parents: commits[0]?.parents ?? [],
    patchId: null,
    authoredAt: latest + hours * HOUR_MS,
    committedAt: latest + (hours + 1) * HOUR_MS,
    subject: `Release train ${name}`,
    files: netOf(commits),
  }
}

/** Every file under another name, and so much of its added lines foreign. */
export const renamedOf = (
  commit: LinkableCommit,
  { name, share, random }: { name: string; share: number; random: () => number },
): LinkableCommit => ({
  ...commit,
  files: commit.files.map(({ added, removed }, n) => ({
    path: `moved/part${name}/new-${n}.txt`,
    removed,
    added: added.map((print, line) =>
      random() < share ? foreignHash(`${name}.${n}.${line}`).slice(0, print.length) : print,
    ),
  })),
})
