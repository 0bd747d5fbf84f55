/**
 * Plants hundreds of words that nobody writes wherever a person can leave text, through the doors that everybody has; forgets sessions,
 * messages, memories, and in the end the person; and has a program that shares no code with the deletion look for each of them. `--help`
 * names the options.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Canaries, createCanaries } from './harness/canaries.ts'
import { type ErasureServer, startErasureServer } from './harness/erasure-server.ts'
import { type Outside, openOutside, plantBeginnings, plantOutside } from './harness/plant-around.ts'
import { plantPerson, plantSessions, plantTraces } from './harness/plant-canaries.ts'
import { draftsOfStrangers, plantGitHub, plantGitLab } from './harness/plant-hosts.ts'
import { plantMail, plantSlack } from './harness/plant-slack.ts'
import { createRandom } from './harness/random.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { openTalk } from './harness/talk-stand-ins.ts'

const { values: options } = parseArgs({
  options: {
    postgres: { type: 'string' },
    redis: { type: 'string' },
    folder: { type: 'string', multiple: true, default: [] },
    sessions: { type: 'string', default: '20' },
    seed: { type: 'string', default: '34' },
    keep: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) {
  process.stdout.write(`npm run bench -- erasure [--sessions 20] [--seed 34] [--json]
  --postgres URL  an empty database of a server of its own, instead of the embedded one
  --redis URL     its queue, instead of that in the database
  --folder NAME=FOLDER  data folders of these servers; without them their files are not looked through
  --keep          keeps the folder of the run\n`)
  process.exit(0)
}

const SCANNER = fileURLToPath(new URL('../scripts/scan-canaries.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'teamlore-erasure-'))
const theirs = createCanaries(createRandom(Number(options.seed)))
const talk = await openTalk({
  login: theirs.of('login at a host'),
  email: `${theirs.of('address at a host')}@example.com`,
})
const settings: Record<string, string> = {
  ...talk.settings,
  ...(options.postgres !== undefined && { DATABASE_URL: options.postgres }),
  ...(options.redis !== undefined && { REDIS_URL: options.redis }),
}

type Scan = {
  wanted: number
  found: number
  looked: Record<string, number>
  places: { place: string; canaries: string[] }[]
}

const scan = (
  words: Iterable<string>,
  { compact, dump }: { compact: boolean; dump: string },
): Scan => {
  const file = join(folder, 'canaries.txt')
  writeFileSync(file, [...words].join('\n'))
  const database =
    options.postgres === undefined
      ? ['--embedded', join(folder, 'home/database/cluster')]
      : ['--postgres', options.postgres, '--dump', join(folder, dump)]
  const folders = [`home=${join(folder, 'home')}`, ...options.folder].flatMap((one) => [
    '--folder',
    one,
  ])
  const args = [SCANNER, '--canaries', file, ...database, ...folders]
  if (compact) args.push('--compact')
  if (options.redis !== undefined) args.push('--redis', options.redis)
  try {
    return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 }))
  } catch (error) {
    // It ends with 1 where it found something, which before the purge it has to.
    const { stdout } = error as { stdout?: string }
    if (!stdout) throw error
    return JSON.parse(stdout)
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Until sessions are distilled, as far as they are, and nothing waits in the queue. */
const settle = async ({ admin }: ErasureServer): Promise<void> => {
  for (let calm = 0, turn = 0; calm < 3 && turn < 180; turn += 1) {
    await sleep(1_000)
    const { queues = [] } = await admin<{
      queues?: { waiting: number; active: number; delayed?: number }[]
    }>('GET', '/v1/operations').catch(() => ({ queues: [] }))
    const busy = queues.reduce((sum, { waiting, active }) => sum + waiting + active, 0)
    calm = busy === 0 && turn > 10 ? calm + 1 : 0
  }
}

const purged = async ({ admin }: ErasureServer): Promise<void> => {
  for (let turn = 0; turn < 300; turn += 1) {
    const { items } = await admin<{ items: { state: string }[] }>('GET', '/v1/deletions?limit=100')
    if (items.every(({ state }) => state === 'purged')) return
    await sleep(1_000)
  }
  throw new Error('Something was not purged within five minutes.')
}

type World = {
  server: ErasureServer
  others: Canaries
  personId: string
  sessions: string[]
  /** Those that are forgotten by themselves; the others go with the person. */
  memories: string[]
}

const plant = async (): Promise<World> => {
  const server = await startErasureServer(folder, settings)
  const others = createCanaries(createRandom(Number(options.seed) + 1))
  const count = Number(options.sessions)
  const person = await plantPerson(server, theirs, {
    fingerprint: 'a'.repeat(32),
    mails: talk.mailbox.mails,
  })
  const remote = 'https://git.test/acme/heron.git'
  const outside: Outside = await openOutside(server)
  const { sessions, memories } = await plantSessions(person, theirs, {
    count,
    prefix: 'own',
    remote,
  })
  await plantTraces(person, theirs, 'own')
  await plantBeginnings(server, person, theirs, { remote, prefix: 'own', count })
  const drafts = await plantOutside(server, outside, theirs)
  const colleague = await plantPerson(server, others, {
    fingerprint: 'b'.repeat(32),
    mails: talk.mailbox.mails,
  })
  await plantSessions(colleague, others, { count: 2, prefix: 'other', remote })
  const talking = { server, talk, person, canaries: theirs }
  await plantMail(talking)
  await plantGitHub(talking)
  await plantGitLab(talking)
  await plantSlack({ ...talking, colleague })
  drafts.push(...(await draftsOfStrangers(talking)))
  await settle(server)
  return {
    server,
    others,
    personId: person.id,
    sessions,
    memories: [...memories.slice(0, 3), ...drafts],
  }
}

/** Each way to forget has its part; the person comes last, and has the rest go. */
const forget = async (
  server: ErasureServer,
  { personId, sessions, memories }: World,
): Promise<void> => {
  const { admin } = server
  await admin('PUT', '/v1/forgetting-settings', { delay_hours: 0 })
  for (const id of sessions.slice(0, 3)) await admin('DELETE', `/v1/sessions/${id}`)
  const [, , , fourth = ''] = sessions
  const { items } = await admin<{ items: { id: string }[] }>(
    'GET',
    `/v1/sessions/${fourth}/messages?limit=2`,
  )
  for (const { id } of items) await admin('DELETE', `/v1/messages/${id}`)
  for (const id of memories) await admin('DELETE', `/v1/memories/${id}`)
  const found = await admin<{ items: { id: string; name: string }[] }>('GET', '/v1/team/members')
  const { name = '' } = found.items.find(({ id }) => id === personId) ?? {}
  await admin('POST', `/v1/team/members/${personId}/erase`, { confirm: name })
  await purged(server)
}

const progressed = (text: string) => progress(`erasure: ${text}`)

progressed('planting')
const world = await plant()
await world.server.stop()
const words = new Set(theirs.planted().keys())
progressed(`${words.size} canaries planted; looking for them`)
const before = scan(words, { compact: false, dump: 'before.sql' })
progressed(`${before.found} found; forgetting`)
const again = await startErasureServer(folder, settings)
await forget(again, world)
await settle(again)
await again.stop()
await talk.close()
progressed('purged; looking for them again')
const after = scan(words, { compact: true, dump: 'after.sql' })
const kept = scan(world.others.planted().keys(), { compact: false, dump: 'kept.sql' })

const report = newReport('erasure')
const groupOf = (place: string) => (place.startsWith('table ') ? 'tables' : place)
const byGroup = (of: Scan): Map<string, Set<string>> => {
  const groups = new Map<string, Set<string>>()
  for (const { place, canaries } of of.places) {
    const group = groups.get(groupOf(place)) ?? new Set()
    for (const word of canaries) group.add(word)
    groups.set(groupOf(place), group)
  }
  return groups
}
const [was, is] = [byGroup(before), byGroup(after)]
const rows: Row[] = [...new Set([...was.keys(), ...is.keys()])].sort().map((place) => ({
  place,
  'before the purge': was.get(place)?.size ?? 0,
  'after it': is.get(place)?.size ?? 0,
}))
report.tables = [
  [
    {
      engine: options.postgres === undefined ? 'embedded' : 'postgres',
      canaries: words.size,
      'found before': before.found,
      'found after': after.found,
      tables: after.looked['tables'] ?? 0,
      files: after.looked['files'] ?? 0,
      'of a colleague': world.others.planted().size,
      'of them still there': kept.found,
    },
  ],
  rows,
]
report.figures = [
  { wanted: words.size, before: before.found, after: after.found, kept: kept.found },
]
for (const { place, canaries } of after.places)
  for (const word of canaries.slice(0, 10))
    report.notes.push(`left in ${place}: ${word}, ${theirs.planted().get(word)}`)
const unfound = [...words].filter(
  (word) => !before.places.some(({ canaries }) => canaries.includes(word)),
)
if (unfound.length > 0)
  report.notes.push(
    `never kept anywhere: ${[...new Set(unfound.map((word) => theirs.planted().get(word)))].join(', ')}`,
  )
report.notes.push(`folder: ${folder}`)
printReport(report, { json: options.json })
process.exitCode = after.found === 0 && before.found >= 500 && kept.found > 0 ? 0 : 1
