import { GRACE_MS, HORIZON_MS, type LineIndex, latestOwn, tokensOf } from './line-index.ts'
import type {
  Evidence,
  LinkableCommit,
  LinkableSession,
  Original,
  Posting,
} from './linking.types.ts'

/** What a line is worth that an ancestor commit already took from the same writer. */
const SPENT = 0.3
/** Lines of a commit that is made at once are minutes old. */
const FRESH_MS = 3 * 3_600_000
const DAY_MS = 24 * 3_600_000
const MOST_MINUTES = 15

type Candidate = {
  id: string
  own: number
  any: number
  lines: number
  worked: number
  /** When it wrote the last line of it that no commit had before. */
  last: number
  minutes: number
  hasRun: boolean
  wasPrinted: boolean
}

type Window = {
  from: number
  /** Until when a line can have been written for this commit. */
  until: number
  /** When the work for it ended: at its author date, or with a line that was written after that. */
  end: number
  under: Set<string>
  /** Lines that commits have which this one was made from, each with when the first of them was made. */
  carried: ReadonlyMap<string, number>
}

/** What speaks for each session that could have had a part in a commit. */
export const findEvidence = (
  index: LineIndex,
  commit: LinkableCommit,
  originals: readonly Original[],
): Evidence[] => {
  const window: Window = {
    from: commit.authoredAt - HORIZON_MS,
    // A squash, a fixup and an amend keep the first author date.
    until: madeAt(commit) + GRACE_MS,
    end: commit.authoredAt + GRACE_MS,
    under: index.ancestors(commit, { replaced: originals.map(({ sha }) => sha) }),
    carried: carriedBy(index, originals),
  }
  const found = new Map<string, Candidate>()
  const at = (id: string): Candidate => {
    const before = found.get(id)
    if (before) return before
    const fresh = {
      own: 0,
      any: 0,
      lines: 0,
      worked: 0,
      last: 0,
      minutes: 0,
      hasRun: false,
      wasPrinted: false,
    }
    const made: Candidate = { id, ...fresh }
    found.set(id, made)
    return made
  }
  const total = countLines(index, commit, window, at)
  hearWords(index, commit, window, at)
  const lastLine = Math.max(0, ...[...found.values()].map(({ last }) => last))
  const isGrown = lastLine > window.end
  if (isGrown) window.end = lastLine + GRACE_MS
  const isFresh = lookAround(index, commit, window, { found, at })
  return [...found.values()].map((candidate) => ({
    sessionId: candidate.id,
    isFresh,
    isGrown,
    lines: candidate.lines,
    minutes: candidate.minutes,
    hasRun: candidate.hasRun,
    wasPrinted: candidate.wasPrinted,
    own: candidate.own,
    features: {
      // A root, so that small shares count too.
      own: total === 0 ? 0 : Math.sqrt(candidate.own / total),
      minutes: Math.log1p(Math.min(MOST_MINUTES, candidate.minutes)),
      said: candidate.hasRun || candidate.wasPrinted ? 1 : 0,
      mass: Math.log1p(candidate.own),
      land:
        isFresh && !isGrown
          ? 0
          : landed(index, index.sessions.get(candidate.id), candidate.any, window),
    },
  }))
}

type At = (id: string) => Candidate

const madeAt = ({ authoredAt, committedAt }: Pick<LinkableCommit, 'authoredAt' | 'committedAt'>) =>
  Math.max(authoredAt, committedAt)

const carriedBy = (index: LineIndex, originals: readonly Original[]): Map<string, number> => {
  const carried = new Map<string, number>()
  for (const { sha } of originals) {
    const original = index.commits.get(sha)
    if (original === undefined) continue
    const until = madeAt(original) + GRACE_MS
    for (const token of original.files.flatMap(tokensOf))
      carried.set(token, Math.min(until, carried.get(token) ?? until))
  }
  return carried
}

const isSpent = (
  index: LineIndex,
  token: string,
  writer: Pick<Posting, 'at' | 'name'>,
  under: Set<string>,
): boolean =>
  (index.landed.get(token) ?? []).some(
    ({ of, at, name }) =>
      name === writer.name &&
      under.has(of) &&
      Math.max(at, index.history.get(of)?.committedAt ?? 0) + GRACE_MS >= writer.at,
  )

/** Each line belongs to its latest writer; one in a file of the same name goes first, so that a renamed file still counts. */
const countLines = (index: LineIndex, commit: LinkableCommit, window: Window, at: At): number => {
  let total = 0
  for (const file of commit.files)
    for (const token of tokensOf(file)) {
      total += index.weight(token)
      countLine(index, token, { ...window, name: index.nameOf(file.path), at })
    }
  return total
}

const countLine = (
  index: LineIndex,
  token: string,
  { from, until: latest, under, carried, name, at }: Window & { name: string; at: At },
): void => {
  const weight = index.weight(token)
  const written = index.written.get(token) ?? []
  // Who wrote a line again that an original had already only kept it.
  const until = Math.min(latest, carried.get(token) ?? latest)
  const writers = written.filter((writer) => writer.at <= until && writer.at >= from)
  if (weight === 0 || writers.length === 0) return
  const open = writers.filter((writer) => !isSpent(index, token, writer, under))
  const isOpen = open.length > 0
  const pool = isOpen ? open : writers
  const worth = isOpen ? weight : weight * SPENT
  const last = pool.findLast((writer) => writer.name === name) ?? pool.at(-1)
  if (last === undefined) return
  const candidate = at(last.of)
  candidate.own += worth
  candidate.lines++
  if (isOpen && weight > 0.5) {
    candidate.worked = Math.max(candidate.worked, last.at)
    candidate.last = Math.max(candidate.last, last.at)
  }
  for (const id of new Set(pool.map(({ of }) => of))) at(id).any += worth
}

/** The session gave this subject to `git commit` (the last one that did), or git printed this hash to it. */
const hearWords = (
  index: LineIndex,
  commit: LinkableCommit,
  { from, until }: Window,
  at: At,
): void => {
  const subject = commit.subject.replace(/ \(#\d+\)$/, '')
  const heard = (id: string, when: number, what: 'hasRun' | 'wasPrinted') => {
    const candidate = at(id)
    candidate[what] = true
    candidate.worked = Math.max(candidate.worked, when)
  }
  const ran: { id: string; at: number }[] = []
  for (const session of index.sessions.values()) {
    for (const { sha, at: when } of session.printed)
      if (commit.sha.startsWith(sha)) heard(session.id, when, 'wasPrinted')
    for (const one of session.ran)
      if (one.subject === subject && one.at <= until && one.at >= from)
        ran.push({ id: session.id, at: one.at })
  }
  const last = ran.toSorted((a, b) => b.at - a.at)[0]
  if (last !== undefined) heard(last.id, last.at, 'hasRun')
}

const words = ({ hasRun, wasPrinted }: Candidate): number => Number(hasRun) + Number(wasPrinted)

const placeAt = ({ places }: LinkableSession, time: number): string | undefined =>
  (places.findLast(({ at }) => at <= time) ?? places[0])?.place

/** The surest session gives the place of the commit; others at work there since the commit before took part too. */
const lookAround = (
  index: LineIndex,
  commit: LinkableCommit,
  { end: until, under }: Window,
  { found, at }: { found: Map<string, Candidate>; at: At },
): boolean => {
  const [surest] = [...found.values()].sort((a, b) => words(b) - words(a) || b.own - a.own)
  const isSure = surest !== undefined && (surest.own > 0.5 || words(surest) > 0)
  if (!isSure || until - GRACE_MS - surest.worked > FRESH_MS) return false
  const own = index.sessions.get(surest.id)
  const home = own && placeAt(own, until)
  const here = [...index.sessions.values()].filter((session) => {
    const place = placeAt(session, until)
    return home === undefined || place === undefined || place === home
  })
  const since = (before: number): number =>
    Math.max(latestOwn(index, commit, before, under), commit.authoredAt - DAY_MS)
  const count = (from: number): void => {
    for (const session of here) {
      const times = session.active.filter((time) => time <= until && time > from)
      const minutes = new Set(times.map((time) => Math.floor(time / 60_000))).size
      if (minutes > 0) at(session.id).minutes = minutes
    }
  }
  count(since(commit.authoredAt))
  // Nobody was at work here since the commit before, and the lines are older: that one was pulled in between.
  const isOlder = own !== undefined && surest.minutes === 0 && surest.last > 0
  const isIdle = [...found.values()].every(({ minutes }) => minutes === 0)
  if (isOlder && isIdle) count(since(Math.min(surest.last, commit.authoredAt)))
  return true
}

/** Which share of the uncommitted lines of a session is in the commit. */
const landed = (
  index: LineIndex,
  session: LinkableSession | undefined,
  there: number,
  { from, until, under }: Window,
): number => {
  let open = 0
  const seen = new Set<string>()
  for (const { at, name, token } of session?.wrote ?? []) {
    if (at > until || at < from) continue
    if (!seen.has(token) && !isSpent(index, token, { at, name }, under)) open += index.weight(token)
    seen.add(token)
  }
  return open === 0 ? 0 : Math.min(1, there / open)
}
