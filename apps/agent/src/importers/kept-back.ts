import { statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { isThere } from '../privacy/expanded-paths.ts'
import { createKeptElsewhere } from '../privacy/kept-elsewhere.ts'
import { commandsNaming } from '../privacy/named-paths.ts'
import { pathsTouchedBy } from '../privacy/touched-paths.ts'
import type { PeerSession } from './peer.types.ts'

type Options = {
  /** Folders of projects that the memory knows. */
  folders: readonly string[]
  home: string
}

/** Whether a session that names no folder of its own is of one that keeps to itself; `unknown` where nothing can be asked. */
export type Judgement = 'kept' | 'free' | 'unknown'

type Peer = Pick<PeerSession, 'session' | 'observations'>

/**
 * Judges by the paths that its records and calls name, all of which have to lie in folders that are opted out,
 * or else the name of the project, where there is a folder called so.
 */
export const createKeptBack = ({ folders, home }: Options): ((peer: Peer) => Judgement) => {
  const { isFolderKept } = createKeptElsewhere([])
  const places = new Set([home, ...folders.filter(isHere).map((folder) => dirname(folder))])
  const byName = new Map<string, Judgement>()
  const judgeName = (name: string): Judgement => {
    const found = [...places].map((place) => join(place, name)).filter(isFolder)
    if (found.length === 0) return 'unknown'
    return found.some(isFolderKept) ? 'kept' : 'free'
  }
  return (peer) => {
    const paths = pathsOf(peer)
    if (paths.length > 0) return paths.every(isFolderKept) ? 'kept' : 'free'
    const name = basename((peer.session.cwd ?? '').replaceAll('\\', '/'))
    if (name === '' || name === '.' || name === '..') return 'unknown'
    const judgement = byName.get(name) ?? judgeName(name)
    byName.set(name, judgement)
    return judgement
  }
}

/** Those that say by themselves where they are. */
const pathsOf = ({ session, observations }: Peer): string[] =>
  [
    ...observations.flatMap((one) => [...one.files_read, ...one.files_modified]),
    ...session.messages.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'tool_call' ? pathsOfCall(block.input) : [])),
    ),
  ].filter(isAbsolute)

type Input = Parameters<typeof pathsTouchedBy>[0]

/** Of the words of its commands, those that are surely paths, for they are there; programs and devices are of no project. */
const pathsOfCall = (input: Input): string[] => {
  const named = commandsNaming(input).flatMap((command) => command.named)
  const words = named
    .filter(({ isBare, isChance, printed }) => !isBare && !isChance && printed === 'content')
    .map(({ path }) => path)
    .filter((path) => isHere(path) && !/^\/(?:bin|dev|proc|sys|usr)\//.test(path) && isThere(path))
  return [...pathsTouchedBy(input), ...words]
}

/** To look for a folder of another machine would be to greet that machine. */
const isHere = (path: string): boolean => isAbsolute(path) && !/^[\\/]{2}/.test(path)

/** One that is closed to us is none that anybody here works in. */
const isFolder = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return false
  }
}
