/**
 * How well sessions are linked to commits, and links survive rewrites: on a labelled set, cross-validated over neighbouring
 * commits. `LINKING_SET` names its folder; without it there is nothing to measure.
 */
import { existsSync } from 'node:fs'
import {
  confidenceOf,
  createLineIndex,
  factsOf,
  findEvidence,
  findOriginals,
  type InferredLink,
  inferLinks,
  type LinkableCommit,
} from '@teamlore/core/linking'
import { readBenchOptions } from './harness/bench-options.ts'
import { modelsWithout, type Row, rowsOf } from './harness/linking-models.ts'
import { readLinkingSet } from './harness/linking-set.ts'
import { createRandom } from './harness/random.ts'
import { newReport, printReport } from './harness/report.ts'
import { renamedOf, squashOf } from './harness/squashes.ts'

const FOLDS = 8
const SAID = 0.5
const WRITER_PERCENT = 5

const folder = process.env['LINKING_SET'] ?? ''
const report = newReport('linking')
const options = readBenchOptions()
if (!existsSync(folder)) {
  report.notes.push(
    'Set LINKING_SET to the folder of a labelled set (commits.jsonl, truth.tsv, sessions/).',
  )
  printReport(report, options)
  process.exit(0)
}

const set = readLinkingSet(folder)
const random = createRandom(7).next
const commits = set.commits.filter(({ isMerge }) => !isMerge)
const scored = commits.filter(({ sha }) => set.truth.has(sha))
const foldOf = new Map(scored.map(({ sha }, n) => [sha, Math.floor((n * FOLDS) / scored.length)]))
const index = createLineIndex(factsOf(set.sessions, set.commits))
const foldsOf = (list: readonly LinkableCommit[]) =>
  list.flatMap(({ sha }) => foldOf.get(sha) ?? [])
const sessionsOf = (list: readonly LinkableCommit[], least = Number.NEGATIVE_INFINITY) =>
  new Set(
    list.flatMap(({ sha }) =>
      [...(set.truth.get(sha) ?? [])].flatMap(([id, share]) => ((share ?? 0) >= least ? [id] : [])),
    ),
  )
const without = (gone: readonly LinkableCommit[]) => ({
  sessions: set.sessions,
  commits: set.commits.filter((commit) => !gone.some(({ sha }) => sha === commit.sha)),
})

type Squash = { commit: LinkableCommit; of: readonly LinkableCommit[] }
const squashes: Squash[] = []
for (const size of [1, 2, 3, 4])
  for (let at = 0; at + size <= commits.length; at++) {
    const of = commits.slice(at, at + size)
    const isUsable =
      of.every(({ sha }) => set.truth.has(sha)) && sessionsOf(of, WRITER_PERCENT).size > 0
    if (!isUsable) continue
    const commit = squashOf(of, { name: `${size}.${at}`, hours: 0.2 + random() * 120 })
    if (commit.files.length > 0) squashes.push({ commit, of })
  }

const rows: Row[] = []
for (const [n, commit] of scored.entries()) {
  const isTrue = (id: string) => set.truth.get(commit.sha)?.has(id) === true
  const folds = foldsOf([commit])
  rows.push(...rowsOf(commit, without([]), { isTrue, folds, wasMadeAtOnce: true }, index))
  const late = squashOf([commit], { name: `late ${n}`, hours: 1 + random() * 119 })
  const heavy = renamedOf(late, { name: `heavy ${n}`, share: 0.6, random })
  for (const seen of [late, heavy])
    rows.push(...rowsOf(seen, without([commit]), { isTrue, folds, wasMadeAtOnce: false }))
}
for (const { commit, of } of squashes.filter((_, n) => n % 2 === 0))
  rows.push(
    ...rowsOf(commit, without(of), {
      isTrue: (id) => sessionsOf(of).has(id),
      folds: foldsOf(of),
      wasMadeAtOnce: false,
    }),
  )
const fitted = new Map<string, ReturnType<typeof modelsWithout>>()
const modelsFor = (list: readonly LinkableCommit[]) => {
  const folds = new Set(foldsOf(list))
  const key = [...folds].sort().join()
  const models = fitted.get(key) ?? modelsWithout(rows, folds)
  fitted.set(key, models)
  return models
}

const share = (part: number, all: number): number => Number((all === 0 ? 0 : part / all).toFixed(3))

type Said = { id: string; p: number; isTrue: boolean }

/** Sessions of a commit, the surest first. */
const saidOf = (commit: LinkableCommit): Said[] => {
  const truth = sessionsOf([commit])
  return findEvidence(index, commit, findOriginals(index, commit))
    .map((evidence) => ({
      id: evidence.sessionId,
      p: confidenceOf(modelsFor([commit]), evidence),
      isTrue: truth.has(evidence.sessionId),
      own: evidence.own,
    }))
    .sort((a, b) => b.p - a.p || b.own - a.own)
}

/** Commits as they are: which sessions are said, and which one first. */
const measureLinks = () => {
  const lists = scored.map(saidOf)
  const said = lists.flat().filter(({ p }) => p >= SAID)
  const sure = said.filter(({ p }) => p >= 0.9)
  const right = (list: readonly Said[]) => list.filter(({ isTrue }) => isTrue).length
  const pairs = scored.reduce((sum, commit) => sum + sessionsOf([commit]).size, 0)
  const [precision, recall] = [share(right(said), said.length), share(right(said), pairs)]
  return {
    commits: scored.length,
    pairs,
    precision,
    recall,
    f1: Number(((2 * precision * recall) / (precision + recall)).toFixed(3)),
    best_session: share(lists.filter(([first]) => first?.isTrue).length, scored.length),
    'right_of_those_>=0.9': share(right(sure), sure.length),
    'said_>=0.9': sure.length,
  }
}

/** Rewritten commits whose originals are known: exactly those must be named. */
const measureRewritten = () =>
  [...new Set(set.rewritten.map(({ kind }) => kind))].map((kind) => {
    const some = set.rewritten.filter((one) => one.kind === kind)
    const exact = some.filter((one) => {
      const found = new Set(findOriginals(index, one).map(({ sha }) => sha))
      return found.size === one.replaces.length && one.replaces.every((sha) => found.has(sha))
    })
    return {
      rewrite: kind,
      commits: some.length,
      'exactly the originals': share(exact.length, some.length),
    }
  })

const stored = new Map<string, InferredLink[]>()
const linksOf = (sha: string): InferredLink[] => {
  const commit = index.commits.get(sha)
  const known = stored.get(sha)
  if (known || commit === undefined) return known ?? []
  const { links } = inferLinks(index, commit, { models: modelsFor([commit]) })
  const said = links.filter(({ confidence }) => confidence >= SAID)
  stored.set(sha, said)
  return said
}

const measureSquash = ({ commit, of }: Squash, isKnown: boolean) => {
  const around = isKnown ? index : createLineIndex(factsOf(set.sessions, without(of).commits))
  const { links, originals } = inferLinks(around, commit, {
    models: modelsFor(of),
    ...(isKnown ? { linksOf } : {}),
  })
  const said = links.filter(({ confidence }) => confidence >= SAID).map((link) => link.sessionId)
  const [truth, writers] = [sessionsOf(of), [...sessionsOf(of, WRITER_PERCENT)]]
  const shas = new Set(of.map(({ sha }) => sha))
  return {
    isFirst: truth.has(links[0]?.sessionId ?? ''),
    said: said.length,
    foreign: said.filter((id) => !truth.has(id)).length,
    originals: shas.size,
    named: originals.filter(({ sha }) => shas.has(sha)).length,
    wrong: originals.filter(({ sha }) => !shas.has(sha)).length,
    writers: writers.length,
    isComplete: writers.every((id) => said.includes(id)),
  }
}

/** Squashes whose branch was sent before it was deleted, or never. */
const measureSquashes = (isKnown: boolean) => {
  const found = squashes.map((squash) => measureSquash(squash, isKnown))
  const sum = (of: 'said' | 'foreign' | 'originals' | 'named' | 'wrong') =>
    found.reduce((total, one) => total + one[of], 0)
  const completeOf = (writers: number) => {
    const some = found.filter((one) => one.writers === writers)
    return share(some.filter(({ isComplete }) => isComplete).length, some.length)
  }
  return {
    squashes: squashes.length,
    branch: isKnown ? 'sent before' : 'never sent',
    'right session first': share(found.filter(({ isFirst }) => isFirst).length, squashes.length),
    'all of 1 writer': completeOf(1),
    'of 2': completeOf(2),
    'of 3': completeOf(3),
    'originals named': share(sum('named'), sum('originals')),
    'wrong originals': share(sum('wrong'), sum('wrong') + sum('named')),
    'links not in the truth': share(sum('foreign'), sum('said')),
  }
}

/** A commit seen late, renamed, with so many foreign lines, whose original was never sent. */
const measureRenames = () => {
  const some = scored.filter(
    (commit) =>
      sessionsOf([commit], WRITER_PERCENT).size > 0 &&
      commit.files.reduce((sum, { added }) => sum + added.length, 0) >= 5,
  )
  const first = some.filter((commit, n) => {
    const late = squashOf([commit], { name: `renamed ${n}`, hours: 0.2 + random() * 48 })
    const seen = renamedOf(late, { name: `r${n}`, share: 0.6, random })
    const around = createLineIndex(factsOf(set.sessions, without([commit]).commits))
    const [best] = inferLinks(around, seen, { models: modelsFor([commit]) }).links
    return sessionsOf([commit]).has(best?.sessionId ?? '')
  })
  return {
    commits: some.length,
    'renamed, 60 % foreign: right session first': share(first.length, some.length),
  }
}

const links = measureLinks()
const tables = [
  [links],
  measureRewritten(),
  [measureSquashes(true), measureSquashes(false)],
  [measureRenames()],
]
report.tables.push(...tables)
report.figures.push(...tables.flat())
const all = modelsWithout(rows, new Set())
report.figures.push({ models: all })
report.notes.push(
  `Cross-validated over ${FOLDS} folds of neighbouring commits; the weights that ship are fitted on the whole set: ${JSON.stringify(all)}`,
)
printReport(report, options)
