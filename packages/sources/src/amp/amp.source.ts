import { basename, join } from 'node:path'
import { readHead } from '../files/first-records.ts'
import { createFileSource } from '../shared/file-source.ts'
import { outlineOf } from '../shared/json-outline.ts'
import { readPlaces } from '../shared/merge-sessions.ts'
import { readJson } from '../shared/read-document.ts'
import type { Place, ReadOutcome, Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { sessionOfThread, TOOL } from './read-thread.ts'

const HEAD_BYTES = 64 * 1024

/** Amp: a file per thread, as long as the thread is kept on this machine at all. */
export const createAmpSource = (surroundings: Surroundings): Source =>
  createFileSource({
    info: { name: TOOL, label: 'Amp' },
    places: [join(dataFolder(surroundings), 'amp', 'threads')],
    fits: (name) => /\.json$/i.test(name),
    recognises: isThread,
    read: (places, signal) => readPlaces(places, (place) => readOne(place, signal)),
  })

const dataFolder = ({ home, platform, variables }: Surroundings): string =>
  platform === 'win32'
    ? (variables.LOCALAPPDATA ?? join(home, 'AppData', 'Local'))
    : (variables.XDG_DATA_HOME ?? join(home, '.local', 'share'))

const readOne = async (place: Place, signal?: AbortSignal): Promise<ReadOutcome> => {
  signal?.throwIfAborted()
  if (!(await isThread(place.path, signal)))
    return { status: 'skipped', reason: 'holds nothing that Amp writes' }
  const read = await readJson(place.path, signal)
  if ('problem' in read) return { status: 'skipped', reason: read.problem }
  const session = sessionOfThread(read.value, place, basename(place.path, '.json').slice(0, 300))
  return session === null
    ? { status: 'skipped', reason: 'holds no message yet' }
    : { status: 'session', session }
}

const isThread = async (path: string, signal?: AbortSignal): Promise<boolean> => {
  const { kind, keys } = outlineOf(await readHead(path, HEAD_BYTES, signal))
  return kind === 'object' && ['v', 'id', 'created', 'messages'].every((key) => keys.has(key))
}
