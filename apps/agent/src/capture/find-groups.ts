import { type Unread, whyUnread } from '@teamlore/sources/files/why-unread'
import type { Found, Source } from '@teamlore/sources/source'
import type { FoundPlace } from './import-group.types.ts'
import type { ReportBuilder } from './import-report.ts'

/** What may replay each other's messages and is therefore read together. */
export type Group = { source: Source; group: string; places: FoundPlace[] }

/** One thing a source found. */
export type Candidate = { source: Source; found: Found }

/** What of a source cannot be looked into. */
export type FoundTrouble = { source: Source; path: string } & Unread

type Watching = {
  report: Pick<ReportBuilder, 'failed' | 'skipped' | 'progress'>
  onTrouble?: ((trouble: FoundTrouble) => void) | undefined
  signal: AbortSignal | undefined
}

/** Everything the sources find, as they find it. That one of them cannot look says nothing about the others. */
export async function* findWith(
  sources: readonly Source[],
  paths: string | readonly string[] | undefined,
): AsyncGenerator<Candidate> {
  if (!Array.isArray(paths)) {
    yield* findUnder(sources, paths as string | undefined)
    return
  }
  // A path may lie within another one.
  const seen = new Map<Source, Set<string>>(sources.map((source) => [source, new Set()]))
  for (const path of paths as readonly string[])
    for await (const candidate of findUnder(sources, path)) {
      const { source, found } = candidate
      const name = JSON.stringify([found.path, 'part' in found ? found.part : null])
      if (!seen.get(source)?.has(name)) yield candidate
      seen.get(source)?.add(name)
    }
}

async function* findUnder(
  sources: readonly Source[],
  path: string | undefined,
): AsyncGenerator<Candidate> {
  for (const source of sources)
    try {
      for await (const found of source.find(path)) yield { source, found }
    } catch (error) {
      yield { source, found: { path: pathIn(error) ?? source.info.label, ...whyUnread(error) } }
    }
}

const pathIn = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).path

/** What was found, each file with the one source that it is of, in groups. */
export const groupsOf = async (
  candidates: AsyncIterable<Candidate> | Iterable<Candidate>,
  watching: Watching,
): Promise<Group[]> => {
  const groups = new Map<string, Group>()
  for (const { source, place } of await settled(candidates, watching)) {
    const name = `${source.info.name}\n${place.group}`
    const group = groups.get(name)
    if (group) group.places.push(place)
    else groups.set(name, { source, group: place.group, places: [place] })
  }
  return [...groups.values()]
}

type Settled = { source: Source; place: FoundPlace }

/** Everything that was found, by its path, without pieces of what is read with them. */
const gathered = async (
  candidates: AsyncIterable<Candidate> | Iterable<Candidate>,
  report: Watching['report'],
): Promise<{ byPath: Map<string, Settled[]>; troubles: FoundTrouble[] }> => {
  const byPath = new Map<string, Settled[]>()
  const troubles: FoundTrouble[] = []
  const pieces = new Set<string>()
  let places = 0
  for await (const { source, found } of candidates) {
    if ('problem' in found) troubles.push({ source, ...found })
    else {
      const { pieces: files = [], ...place } = found
      for (const file of files) pieces.add(file)
      byPath.set(found.path, [...(byPath.get(found.path) ?? []), { source, place }])
    }
    report.progress.found(++places)
  }
  for (const piece of pieces) byPath.delete(piece)
  return { byPath, troubles }
}

const settled = async (
  candidates: AsyncIterable<Candidate> | Iterable<Candidate>,
  { report, onTrouble, signal }: Watching,
): Promise<Settled[]> => {
  const { byPath, troubles } = await gathered(candidates, report)
  for (const trouble of troubles) {
    // Another source may well understand it.
    if (byPath.has(trouble.path)) continue
    report.failed(trouble.path, trouble.problem)
    onTrouble?.(trouble)
  }
  const chosen: Settled[] = []
  for (const [name, sharing] of byPath) {
    const sure = await thoseOfOneSource(name, sharing, signal)
    if (sure.length === 0) report.skipped(name, 'holds nothing that a tool known here writes')
    chosen.push(...sure)
  }
  report.progress.found(chosen.length)
  return chosen
}

const thoseOfOneSource = async (
  path: string,
  sharing: readonly Settled[],
  signal: AbortSignal | undefined,
): Promise<readonly Settled[]> => {
  const sources = [...new Set(sharing.map(({ source }) => source))]
  if (sources.length < 2) return sharing
  const owner = await ownerOf(path, sources, signal)
  return sharing.filter(({ source }) => source === owner)
}

/** Asked first is what knows by a file's beginning; where none is sure, who can read a session out of it. */
const ownerOf = async (
  path: string,
  sources: readonly Source[],
  signal: AbortSignal | undefined,
): Promise<Source | undefined> => {
  try {
    for (const source of sources) if (await source.recognises(path, signal)) return source
    for (const source of sources)
      if ((await source.read([{ path }], signal)).status === 'session') return source
  } catch (error) {
    if (signal?.aborted) throw error
    // Whoever reads it says what is wrong with the file.
    return sources[0]
  }
  return undefined
}
