import { join } from 'node:path'
import { createProjectResolver } from '../../project/resolve-project.ts'
import { createFakeTimes } from '../../testing/fake-times.ts'
import { makeImportPeer } from '../import-peer.ts'
import type { PeerImportOptions, PeerImportReport } from '../import-peer.types.ts'
import type { createFakeImporter } from './fake-importer.ts'

type Options = {
  home: string
  importer: ReturnType<typeof createFakeImporter>
  options?: Partial<PeerImportOptions> | undefined
}

/** Imports from a memory that lies in a home of its own, without repositories. */
export const runImportPeer = (
  peer: string,
  { home, importer, options }: Options,
): Promise<PeerImportReport> =>
  makeImportPeer({
    resolveProject: createProjectResolver(async () => null),
    ...createFakeTimes(),
    now: () => new Date('2026-01-01T00:00:00Z'),
  })({
    peer,
    client: importer.client,
    machine: { fingerprint: 'a'.repeat(32), name: 'm', platform: 'linux', agent_version: '0' },
    serverId: 'team',
    stateDir: join(home, 'state'),
    rulesFile: join(home, 'redaction.json'),
    surroundings: { home, platform: 'linux', variables: {} },
    dryRun: false,
    ...options,
  })
