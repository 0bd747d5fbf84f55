import { baseName } from '@teamlore/core/linking'
import type { BenchWorld } from './bench-world.ts'
import type { Replayed, ReplayedCommit } from './replayed-repository.ts'
import type { Row } from './report.ts'
import { selectRows } from './select-rows.ts'
import type { KnownSessions } from './send-repository.ts'

const DAY_MS = 24 * 3_600_000
const SAID = 0.5
/** So much of the lines of a commit must be of a session, for a rule that counts lines. */
const SHARES = [0.05, 0.2]
const WINDOWS = [1, 7]

type Said = { id: string; p: number }
type Guess = (commit: ReplayedCommit) => readonly Said[]

const share = (part: number, all: number): number | null =>
  all === 0 ? null : Math.round((part / all) * 1_000) / 1_000

const rowOf = (rule: string, commits: readonly ReplayedCommit[], guess: Guess): Row => {
  const guesses = commits.map((commit) => ({ commit, said: guess(commit) }))
  const said = guesses.flatMap(({ commit, said: some }) =>
    some.map(({ id, p }) => ({ p, isRight: commit.writers.has(id) })),
  )
  const wanted = commits.reduce((sum, { writers }) => sum + writers.size, 0)
  const right = said.filter(({ isRight }) => isRight).length
  const sure = said.filter(({ p }) => p >= 0.9)
  const written = guesses.filter(({ commit }) => commit.writers.size > 0)
  const best = written.filter(({ commit, said: some }) => {
    const [first] = some.toSorted((a, b) => b.p - a.p)
    return first !== undefined && commit.writers.has(first.id)
  })
  return {
    rule,
    commits: commits.length,
    pairs: wanted,
    precision: share(right, said.length),
    recall: share(right, wanted),
    F1: share(2 * right, said.length + wanted),
    'best session': share(best.length, written.length),
    'said with 0.9': sure.length,
    'of these right': share(sure.filter(({ isRight }) => isRight).length, sure.length),
  }
}

/** A session that edited a file of this name in the days before. */
const byFiles =
  ({ sessions }: Replayed, days: number): Guess =>
  ({ at, files }) => {
    const names = new Set(files.map(baseName))
    return sessions.flatMap(({ native_id, edits }) => {
      const count = edits.filter(
        ({ ts, path }) =>
          ts !== null &&
          Date.parse(ts) <= at + 60_000 &&
          Date.parse(ts) >= at - days * DAY_MS &&
          names.has(baseName(path)),
      ).length
      return count > 0 ? [{ id: native_id, p: count / 1_000 }] : []
    })
  }

/** A session that wrote so much of the lines which the commit adds. */
const byLines =
  ({ sessions }: Replayed, least: number): Guess =>
  ({ at, added: lines }) => {
    return sessions.flatMap(({ native_id, edits }) => {
      const wrote = new Set(
        edits.flatMap(({ ts, addedText }) =>
          ts !== null && Date.parse(ts) <= at + 60_000 && Date.parse(ts) >= at - 30 * DAY_MS
            ? addedText.map((text) => text.trim())
            : [],
        ),
      )
      const there = [...lines].filter((line) => wrote.has(line)).length
      return there > 0 && there / lines.size >= least
        ? [{ id: native_id, p: (there / lines.size) * 0.8 }]
        : []
    })
  }

/** How well commits were linked, beside rules that anybody would try first. */
export const linkFigures = async (
  { engine }: BenchWorld,
  replayed: Replayed,
  ids: KnownSessions,
): Promise<Row[]> => {
  const native = new Map([...ids].map(([one, id]) => [id, one]))
  const rows = await selectRows<{ sha: string; id: string; p: number }>(
    engine,
    `select c.sha, l.session_id as id, l.confidence::float8 as p from teamlore.session_links l
      join teamlore.commits c on c.id = l.commit_id
      where l.relation = 'wrote' and l.confidence >= ${SAID}`,
  )
  const linked = new Map<string, Said[]>()
  for (const { sha, id, p } of rows)
    linked.set(sha, [...(linked.get(sha) ?? []), { id: native.get(id) ?? id, p }])
  const { commits } = replayed
  return [
    rowOf('Teamlore', commits, ({ sha }) => linked.get(sha) ?? []),
    ...SHARES.map((least) =>
      rowOf(`${least * 100} % of the lines`, commits, byLines(replayed, least)),
    ),
    ...WINDOWS.map((days) => rowOf(`same file within ${days} d`, commits, byFiles(replayed, days))),
  ]
}
