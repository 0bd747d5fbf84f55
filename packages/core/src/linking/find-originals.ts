import { baseName, type LineIndex, opposite, REWRITE_HORIZON_MS, tokensOf } from './line-index.ts'
import type { LineChange, LinkableCommit, Original } from './linking.types.ts'

/** How much of the weighted lines must stand in the rewritten commit, and how much of them must be explained. */
type Bar = { there: number; explained: number }
const FIRST: Bar = { there: 0.5, explained: 0.5 }
const SECOND: Bar = { there: 0.3, explained: 0.7 }
/** A file renamed away is compared by its lines alone: then more of them are asked for. */
const FLOOR = 0.5
/** An amend, a fixup and a rebase keep the author date to the second: then one line is enough. */
const SAME_DATE: Bar = { there: 0, explained: 0 }
const FLOOR_BY_DATE = 0.3
const FLOOR_BY_LINES = 3

/**
 * The commits that this one was rewritten from: by a rebase, an amend, a cherry-pick or a squash. They are not its ancestors,
 * not made later, and have the same patch id, the same author date, or at least half of their rare lines stand in it. In a squash a line may be
 * missing because another commit of the branch took it back; such a line counts as explained in the second pass.
 */
export const findOriginals = (index: LineIndex, commit: LinkableCommit): Original[] => {
  const isPlaced = index.hasKnownParent(commit)
  const under = isPlaced
    ? index.ancestors(commit, { horizonMs: REWRITE_HORIZON_MS })
    : new Set<string>()
  const possible = candidatesOf(index, commit).filter(({ sha }) => !under.has(sha))
  const keyOf = keysOf(commit)
  const have = linesOf(commit)
  const found = new Map<string, Original>()
  for (const { sha, patchId } of possible)
    if (patchId !== null && patchId === commit.patchId)
      found.set(sha, { sha, part: 1, isSamePatch: true, isSameDate: false })
  // What the same patch was made from, such as a commit that was amended before it was rebased, is an original, too.
  const isWhole = found.size > 0
  const pass = (bar: Bar, undone: Undone | undefined) => {
    for (const one of possible) {
      if (found.has(one.sha)) continue
      const isSameDate = one.authoredAt === commit.authoredAt
      const part = sharedPart(index, one, {
        have,
        keyOf,
        undone,
        ...(isSameDate ? { bar: SAME_DATE, least: FLOOR_BY_DATE } : { bar, least: FLOOR }),
      })
      if (part !== undefined)
        found.set(one.sha, { sha: one.sha, part, isSamePatch: false, isSameDate })
    }
  }
  pass(FIRST, undefined)
  for (let before = -1; isPlaced && !isWhole && found.size > 0 && before !== found.size; ) {
    before = found.size
    pass(SECOND, undoneBy(index, found.keys(), keyOf))
  }
  return [...found.values()]
}

const candidatesOf = (index: LineIndex, commit: LinkableCommit): LinkableCommit[] => {
  const seen = new Set<string>()
  for (const file of commit.files)
    for (const token of tokensOf(file))
      for (const { of } of index.landed.get(token) ?? []) seen.add(of)
  if (commit.patchId !== null)
    for (const { sha, patchId } of index.commits.values())
      if (patchId === commit.patchId) seen.add(sha)
  return [...seen].flatMap((sha) => {
    const one = index.commits.get(sha)
    if (one === undefined || sha === commit.sha) return []
    const isYoung = one.authoredAt >= commit.authoredAt - REWRITE_HORIZON_MS
    return isYoung && isMadeBefore(one, commit) ? [one] : []
  })
}

/**
 * Which of two commits was there first: never both, else each would replace the other. A rewrite keeps the author date and gets a
 * new commit date; where that is the same, the one that is on no branch any more or was sent first was there first.
 */
const isMadeBefore = (one: LinkableCommit, other: LinkableCommit): boolean =>
  one.committedAt === other.committedAt
    ? (one.order ?? one.sha) < (other.order ?? other.sha)
    : one.committedAt < other.committedAt

type KeyOf = (token: string, file: LineChange) => string

/** A line with the name of its file, where the commit has a file of that name. */
const keysOf = (commit: LinkableCommit): KeyOf => {
  const names = new Set(commit.files.map(({ path }) => baseName(path)))
  return (token, { path }) => (names.has(baseName(path)) ? token + baseName(path) : token)
}

const linesOf = (commit: LinkableCommit): Map<string, number> => {
  const have = new Map<string, number>()
  for (const file of commit.files)
    for (const token of tokensOf(file))
      for (const key of [token, token + baseName(file.path)])
        have.set(key, (have.get(key) ?? 0) + 1)
  return have
}

/** What the commits found so far add and remove, and when. */
type Undone = Map<string, number[]>

const undoneBy = (index: LineIndex, shas: Iterable<string>, keyOf: KeyOf): Undone => {
  const undone: Undone = new Map()
  for (const sha of shas) {
    const commit = index.commits.get(sha)
    for (const file of commit?.files ?? [])
      for (const token of tokensOf(file)) {
        const key = keyOf(token, file)
        const times = undone.get(key) ?? []
        times.push(commit?.authoredAt ?? 0)
        undone.set(key, times)
      }
  }
  return undone
}

type Comparing = {
  have: Map<string, number>
  keyOf: KeyOf
  undone: Undone | undefined
  bar: Bar
  least: number
}

/** How much of `one` stands in the commit; undefined where that is too little. */
const sharedPart = (
  index: LineIndex,
  one: LinkableCommit,
  { have, keyOf, undone, bar, least }: Comparing,
): number | undefined => {
  const used = new Map<string, number>()
  const sum = { all: 0, there: 0, explained: 0 }
  let floor = least
  for (const [token, file] of linesIn(one)) {
    const weight = index.weight(token)
    const key = keyOf(token, file)
    const taken = used.get(key) ?? 0
    used.set(key, taken + 1)
    sum.all += weight
    if (key === token && least === FLOOR) floor = FLOOR_BY_LINES
    if (taken < (have.get(key) ?? 0)) sum.there += weight
    else if (isTakenBack(undone?.get(keyOf(opposite(token), file)), token, one.authoredAt))
      sum.explained += weight
  }
  const isThere = sum.there >= Math.max(floor, bar.there * sum.all)
  const part = sum.there + sum.explained
  return isThere && part >= bar.explained * sum.all ? Math.min(1, part / sum.all) : undefined
}

const linesIn = ({ files }: LinkableCommit): [token: string, file: LineChange][] =>
  files.flatMap((file) => tokensOf(file).map((token): [string, LineChange] => [token, file]))

const isTakenBack = (times: number[] | undefined, token: string, at: number): boolean =>
  times?.some((time) => (token.startsWith('+') ? time >= at : time <= at)) ?? false
