import type {
  AnchorChange,
  AnchoredCode,
  CodeGraphKey,
  CodeSnapshot,
  TeamRepositories,
} from '@teamlore/db'
import { stateAfter } from './anchor-states.ts'
import { followLines } from './follow-lines.ts'

type Repositories = Pick<TeamRepositories, 'anchorStates'>
export type Watched = { anchored: AnchoredCode[]; before: ReadonlyMap<string, CodeSnapshot> }

/** What memories are anchored to among these files, and how the graph has it before they are written. */
export const anchorsOn = async (
  { anchorStates }: Repositories,
  key: CodeGraphKey,
  paths: readonly string[],
): Promise<Watched> => {
  const anchored = paths.length === 0 ? [] : await anchorStates.on(key, paths)
  const named = [...new Set(anchored.map(({ path }) => path))]
  const before = named.length === 0 ? [] : await anchorStates.snapshots(key, named)
  return { anchored, before: new Map(before.map((file) => [file.path, file])) }
}

type Changed = Watched & {
  files: readonly CodeSnapshot[]
  /** What was anchored to the files that left, while they were still there. */
  left: Watched
  gone: readonly string[]
}

/** Marks for the whole team what memories are anchored to and has changed or gone. What was only moved or shifted is followed. */
export const refreshAnchors = async (
  repos: Repositories,
  key: CodeGraphKey,
  { anchored, before, files, left, gone }: Changed,
): Promise<void> => {
  const after = new Map(files.map((file) => [file.path, file]))
  const moved = await movedTo(repos, key, { left, gone })
  const changes = [
    ...anchored.flatMap((anchor) =>
      changeOf(anchor, { earlier: before.get(anchor.path), later: after.get(anchor.path) }),
    ),
    ...left.anchored
      .filter(({ path }) => gone.includes(path))
      .flatMap((anchor) =>
        changeOf(anchor, { earlier: left.before.get(anchor.path), later: moved.get(anchor.path) }),
      ),
  ]
  await repos.anchorStates.set(changes)
}

type Sides = { earlier: CodeSnapshot | undefined; later: CodeSnapshot | undefined }

const changeOf = (anchor: AnchoredCode, { earlier, later }: Sides): AnchorChange[] => {
  const state = stateAfter(anchor, earlier, later)
  const lines = followLines(anchor, earlier, later)
  const path = later?.path ?? anchor.path
  const { memory_id, position } = anchor
  const isSame =
    state === anchor.state &&
    path === anchor.path &&
    lines.start_line === anchor.start_line &&
    lines.end_line === anchor.end_line
  return isSame ? [] : [{ memory_id, position, state, path, ...lines }]
}

/** Where files are now that left: under the name that git says, or one with the same content. */
const movedTo = async (
  { anchorStates }: Repositories,
  key: CodeGraphKey,
  { left, gone }: Pick<Changed, 'left' | 'gone'>,
): Promise<ReadonlyMap<string, CodeSnapshot>> => {
  const wanted = [...left.before.values()].filter(({ path }) => gone.includes(path))
  if (wanted.length === 0) return new Map()
  const renamed = await anchorStates.renamed(
    key,
    wanted.map(({ path }) => path),
  )
  const same = await anchorStates.withContent(
    key,
    wanted.map(({ hash }) => hash),
  )
  const byName = new Map(renamed.map(({ from, to }) => [from, to]))
  const byHash = new Map(same.map(({ hash, path }) => [hash, path]))
  const pairs = wanted.flatMap(({ path, hash }) => {
    const to = byHash.get(hash) ?? byName.get(path)
    return to === undefined ? [] : [[path, to] as const]
  })
  const targets = await anchorStates.snapshots(
    key,
    pairs.map(([, to]) => to),
  )
  const byPath = new Map(targets.map((file) => [file.path, file]))
  return new Map(
    pairs.flatMap(([from, to]) => {
      const file = byPath.get(to)
      return file === undefined ? [] : [[from, file] as const]
    }),
  )
}
