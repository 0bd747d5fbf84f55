import { type CaptureOverview, isOlderVersion, type LoreClient, type Me } from '@teamlore/shared'
import { describeError } from '../errors/describe-error.ts'
import { isUnknownRoute } from '../errors/is-unknown-route.ts'
import type { Connection } from '../platform/connection.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

export type ServerFacts = {
  findings: Finding[]
  /** Undefined when the server did not let us in. */
  me: Me | undefined
  overview: CaptureOverview | undefined
}

type Options = { connection: Connection; version: string; now: () => Date }

/** Whether the server answers, knows this key, speaks our version, and has our time. */
export const checkServer = async ({ connection, version, now }: Options): Promise<ServerFacts> => {
  const { client, server } = connection
  try {
    const me = await client.me()
    const before = now().getTime()
    const overview = await overviewOf(client, me)
    const middle = (before + now().getTime()) / 2
    return {
      me,
      overview,
      findings: [
        ok(
          'server.reachable',
          `${server} answers${overview ? `, version ${overview.server_version}` : ''}`,
        ),
        ...checkKey(me),
        ...checkVersion(version, overview),
        ...(overview === undefined ? [] : checkClock(middle - Date.parse(overview.at))),
      ],
    }
  } catch (error) {
    const { message, hint, code } = describeError(error)
    const remedy =
      hint ?? 'See that the server runs and that this machine may reach it (network, VPN, proxy).'
    const check = code.startsWith('network.') ? 'server.reachable' : 'server.login'
    return { me: undefined, overview: undefined, findings: [failure(check, message, remedy)] }
  }
}

/** Undefined where the server is too old to know of it. */
export const overviewOf = async (
  client: LoreClient,
  me: Me,
): Promise<CaptureOverview | undefined> => {
  try {
    return await client.capture.get(me.machine === null ? {} : { machine: me.machine.id })
  } catch (error) {
    if (isUnknownRoute(error)) return undefined
    throw error
  }
}

const checkKey = ({ role, machine, team, user }: Me): Finding[] => {
  if (role === 'viewer')
    return [
      failure(
        'server.key',
        'This key may only read, so nothing can be sent.',
        'Ask an admin for a key of a member and run `lore login` with it.',
      ),
    ]
  if (machine === null)
    return [
      warning(
        'server.key',
        'This is the key of a person, not of this machine.',
        'Run `lore login`: it makes a key that can be revoked alone. Where LORE_KEY is set on purpose, leave it so.',
      ),
    ]
  return [ok('server.key', `The key of ${machine.name} is valid, for ${user.name} in ${team.name}`)]
}

const checkVersion = (version: string, overview: CaptureOverview | undefined): Finding[] => {
  if (overview === undefined)
    return [
      warning(
        'server.version',
        'The server is older than this `lore` and cannot say how capture is doing.',
        'Ask whoever runs it to update it.',
      ),
    ]
  const { server_version } = overview
  if (isOlderVersion(version, server_version))
    return [
      warning(
        'server.version',
        `This is lore ${version}, older than the server (${server_version}).`,
        'Install the new version, then run `lore daemon install`.',
      ),
    ]
  if (isOlderVersion(server_version, version))
    return [
      warning(
        'server.version',
        `The server (${server_version}) is older than this lore (${version}).`,
        'Ask whoever runs it to update it.',
      ),
    ]
  return []
}

const SKEW_SECONDS = 120

const checkClock = (skewMs: number): Finding[] => {
  const seconds = Math.round(Math.abs(skewMs) / 1_000)
  if (seconds <= SKEW_SECONDS) return [ok('clock.skew', 'The clock agrees with the server’s')]
  return [
    warning(
      'clock.skew',
      `The clock of this machine is ${Math.round(seconds / 60)} min ${skewMs > 0 ? 'ahead of' : 'behind'} the server’s.`,
      'Have it set by the network (NTP): times of your sessions are wrong by as much.',
    ),
  ]
}
