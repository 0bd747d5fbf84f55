import { stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Surroundings } from '@teamlore/sources/surroundings'
import { CliError } from '../errors/cli-error.ts'
import { claudeMemPeer } from './claude-mem.peer.ts'
import { lorePeer } from './lore.peer.ts'
import { loreaiPeer } from './loreai.peer.ts'
import type { Peer } from './peer.types.ts'
import { PEER_NAMES } from './peer-names.ts'

const PEERS: readonly Peer[] = [claudeMemPeer, lorePeer, loreaiPeer]

export const peerNamed = (name: string): Peer => {
  const peer = PEERS.find((one) => one.name === name)
  if (peer === undefined) throw new Error(`--from takes ${PEER_NAMES.join(', ')}.`)
  return peer
}

/**
 * Where the database lies: at `path`, or where the other memory keeps it.
 *
 * @throws CliError when it is not there.
 */
export const databaseOf = async (
  peer: Peer,
  { path, surroundings }: { path?: string | undefined; surroundings: Surroundings },
): Promise<string> => {
  const places = path === undefined ? usualPlaces(peer, surroundings) : [resolve(path)]
  for (const place of places) {
    const found = await stat(place).catch(() => undefined)
    if (found?.isFile()) return place
    const inside = join(place, peer.fileName)
    if (found?.isDirectory() && (await stat(inside).catch(() => undefined))?.isFile()) return inside
  }
  throw new CliError({
    code: 'cli.path_missing',
    message: `There is no database of ${peer.label} at ${places.join(' or ')}.`,
    hint: `Give \`--path\` the file ${basename(peer.fileName)}, or the folder it lies in.`,
  })
}

const usualPlaces = (peer: Peer, { home, variables }: Surroundings): string[] => {
  const data = variables.XDG_DATA_HOME ?? join(home, '.local', 'share')
  const folders: Record<string, string[]> = {
    'claude-mem': [join(home, '.claude-mem')],
    lore: [join(home, '.lore')],
    loreai: [join(data, 'opencode-lore'), join(data, 'lore')],
  }
  return (folders[peer.name] ?? []).map((folder) => join(folder, peer.fileName))
}
