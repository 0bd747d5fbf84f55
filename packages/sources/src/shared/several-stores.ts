import type { Unread } from '../files/why-unread.ts'
import type { Found, Place, ReadOutcome, Source } from '../source.ts'

/** One way in which a tool keeps its sessions; a tool of some age has had several. */
export type Store = Omit<Source, 'info'>

/**
 * A tool that keeps sessions in several ways at once, the one that counts first: what an older one still has of a session
 * that a newer one has too is passed over.
 */
export const createSourceOfStores = (info: Source['info'], stores: readonly Store[]): Source => {
  const ownerOf = async (place: Place, signal?: AbortSignal): Promise<Store | undefined> => {
    for (const store of stores) if (await store.recognises(place.path, signal)) return store
    return undefined
  }

  return {
    info,
    isInstalled: async () => {
      for (const store of stores) if (await store.isInstalled()) return true
      return false
    },
    find: (path) => findInOrder(stores, path),
    recognises: async (path, signal) => (await ownerOf({ path }, signal)) !== undefined,
    read: async (places, signal): Promise<ReadOutcome> => {
      const [first] = places
      if (first === undefined) return { status: 'skipped', reason: 'no file' }
      const owner = await ownerOf(first, signal)
      if (owner === undefined)
        return { status: 'skipped', reason: `holds nothing that ${info.label} writes` }
      const own: Place[] = []
      for (const place of places) if ((await ownerOf(place, signal)) === owner) own.push(place)
      return owner.read(own, signal)
    },
    watchPaths: async () => {
      const paths = await Promise.all(stores.map((store) => store.watchPaths()))
      return [...new Set(paths.flat())]
    },
  }
}

async function* findInOrder(stores: readonly Store[], path?: string): AsyncGenerator<Found> {
  const seen = createSeen()
  const problems = new Map<string, Found>()
  for (const store of stores) {
    const found: Exclude<Found, Unread>[] = []
    for await (const one of store.find(path))
      if ('problem' in one) problems.set(one.path, one)
      else if (seen.isNew(one)) found.push(one)
    // Noted when the store is through, for its own places may well share a session.
    for (const one of found) seen.note(one)
    yield* found
  }
  yield* problems.values()
}

const createSeen = () => {
  const parts = new Set<string>()
  const paths = new Set<string>()
  return {
    isNew: ({ path, part }: Place): boolean =>
      part === undefined ? !paths.has(path) : !parts.has(part),
    note: ({ path, part }: Place): void => {
      paths.add(path)
      if (part !== undefined) parts.add(part)
    },
  }
}
