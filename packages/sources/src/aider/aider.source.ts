import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readHead, readStart } from '../files/first-records.ts'
import { isFolder } from '../files/is-folder.ts'
import { walkAnyName } from '../shared/any-name.ts'
import { versionOf } from '../shared/folders.ts'
import { readPlaces } from '../shared/merge-sessions.ts'
import { readText } from '../shared/read-document.ts'
import type { Found, Place, ReadOutcome, Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { findHistories, HISTORY, wasRunIn } from './find-histories.ts'
import { sessionOfRun, TOOL } from './read-run.ts'
import { type History, partOf, splitHistory } from './runs.ts'

const HEAD_BYTES = 256 * 1024
const START_BYTES = 256
const STARTS = /^# aider chat started at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\s*$/m

/** Aider: one Markdown file per repository, which holds every run that ever was there; each run is a session. */
export const createAiderSource = ({
  home,
  variables,
  projectFolders = () => [],
}: Surroundings): Source => {
  const histories = createHistories()

  const ownFiles = async (): Promise<string[]> => {
    const configured = variables.AIDER_CHAT_HISTORY_FILE
    const named =
      configured !== undefined && (await isFile(configured)) ? [resolve(configured)] : []
    const others = (await wasRunIn(home)) ? await findHistories(home) : []
    const known: string[] = []
    for (const folder of projectFolders()) {
      const path = join(folder, HISTORY)
      if (await isFile(path)) known.push(path)
    }
    return [...new Set([...named, ...others, ...known])]
  }

  async function* findIn(path: string, isNamed: boolean): AsyncGenerator<Found> {
    // Another tool's file, however large, is neither read whole nor kept.
    if (!(await isHistory(path))) {
      if (isNamed) yield { path, group: path }
      return
    }
    const history = await histories.get(path)
    const runs =
      'problem' in history ? [] : history.runs.filter(({ from, to }) => hasText(history, from, to))
    if (isNamed && runs.length === 0) yield { path, group: path }
    for (const run of runs) {
      const part = partOf(run)
      yield { path, part, group: `${path}\n${part}`, version: run.version }
    }
  }

  const readOne = async (place: Place, signal?: AbortSignal): Promise<ReadOutcome> => {
    const history = await histories.get(place.path, signal)
    if ('problem' in history) return { status: 'skipped', reason: history.problem }
    const run = history.runs.find((one) => place.part === undefined || partOf(one) === place.part)
    if (run === undefined) return { status: 'skipped', reason: 'holds no run of Aider' }
    const session = sessionOfRun(history, run, { path: place.path, part: place.part })
    return session === null
      ? { status: 'skipped', reason: 'is a run in which nothing was said' }
      : { status: 'session', session }
  }

  return {
    info: { name: TOOL, label: 'Aider' },
    isInstalled: async () => (await ownFiles()).length > 0,
    async *find(path) {
      if (path === undefined) for (const file of await ownFiles()) yield* findIn(file, false)
      else yield* findUnder(resolve(path), findIn)
    },
    recognises: isHistory,
    read: (places, signal) => readPlaces(places, (place) => readOne(place, signal)),
    // The files themselves: they lie at the top of whole repositories, which are no folders to be watched for them.
    watchPaths: ownFiles,
  }
}

async function* findUnder(
  path: string,
  findIn: (path: string, isNamed: boolean) => AsyncGenerator<Found>,
): AsyncGenerator<Found> {
  if (!(await isFolder(path))) {
    yield* findIn(path, true)
    return
  }
  const fits = (name: string): boolean => /(aider|chat[-._]history).*\.md$/i.test(name)
  for await (const found of walkAnyName(path, { fits, startsRight: beginsWithRun }))
    if ('problem' in found) yield found
    else yield* findIn(found.path, false)
}

/** Of a file with another name: quoted somewhere inside, the line says nothing. */
const beginsWithRun = async (path: string): Promise<boolean> =>
  STARTS.exec((await readStart(path, START_BYTES)).trimStart())?.index === 0

const hasText = ({ lines }: History, from: number, to: number): boolean =>
  lines.slice(from, to).some((line) => line.trim() !== '')

const isFile = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

const isHistory = async (path: string, signal?: AbortSignal): Promise<boolean> =>
  STARTS.test(await readHead(path, HEAD_BYTES, signal))

type Kept = { path: string; version: string; history: History }

/** Keeps the file read last: its runs are asked for one after another, and a file of a thousand is taken apart once. */
const createHistories = () => {
  let kept: Kept | null = null
  return {
    get: async (path: string, signal?: AbortSignal): Promise<History | { problem: string }> => {
      signal?.throwIfAborted()
      const version = await versionOf([path])
      if (kept?.path === path && kept.version === version) return kept.history
      const document = await readText(path, signal)
      if ('problem' in document) return document
      const history = splitHistory(document.text)
      kept = { path, version, history }
      return history
    },
  }
}
