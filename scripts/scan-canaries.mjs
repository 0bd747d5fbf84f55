// Looks for words that must be nowhere any more: in every column of a database, in folders byte by byte, in a dump and in Redis.
//
//   node scripts/scan-canaries.mjs --canaries FILE [--postgres URL | --embedded FOLDER] [--compact] [--dump FILE] [--redis URL]
//     [--folder NAME=FOLDER]…
//
// A program of its own on purpose: it imports nothing of Teamlore, so that a mistake in what deletes is not made here once more.
// It asks the catalogue for every table of every schema, and knows the name of none. Exit code 0: nothing is left; 1: something is.
// `--compact` rewrites all tables and turns the log of writes over first, as docs/operate.md says. `--dump` is written by
// pg_dump, or by the command that PG_DUMP names.
import { execFileSync } from 'node:child_process'
import { openSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'

const { values: options } = parseArgs({
  options: {
    canaries: { type: 'string' },
    postgres: { type: 'string' },
    embedded: { type: 'string' },
    compact: { type: 'boolean', default: false },
    dump: { type: 'string' },
    redis: { type: 'string' },
    folder: { type: 'string', multiple: true, default: [] },
  },
})
if (options.canaries === undefined) {
  process.stderr.write('scan-canaries: say which words by --canaries FILE, one in each line\n')
  process.exit(2)
}

/** Words of one length over letters alone: a place is looked through once, whatever their number. */
const CANARY = /zq[a-z]{10}k/gi
const canaries = new Set(
  readFileSync(options.canaries, 'utf8')
    .split('\n')
    .filter((line) => line !== ''),
)
for (const word of canaries)
  if (word.match(CANARY)?.[0] !== word) throw new Error(`${word} is not shaped as a canary`)

/** Canaries by the places in which they were found. */
const found = new Map()
const looked = {}

const note = (place, word) => {
  const known = word.toLowerCase()
  if (!canaries.has(known)) return
  if (!found.has(place)) found.set(place, new Set())
  found.get(place).add(known)
}

const lookThrough = (place, text) => {
  for (const [word] of text.matchAll(CANARY)) note(place, word)
}

/** As it is, in UTF-16, in hexadecimal digits, in base64 and, where it is one, unpacked. */
const lookThroughBytes = (place, bytes) => {
  const plain = bytes.toString('latin1')
  lookThrough(place, plain)
  lookThrough(place, plain.replaceAll('\0', ''))
  for (const [digits] of plain.matchAll(/7a71(?:[67][0-9a-f]){10}6b/gi))
    lookThrough(place, Buffer.from(digits, 'hex').toString('latin1'))
  for (const [run] of plain.matchAll(/[A-Za-z0-9+/_-]{24,}/g))
    for (const shift of [0, 1, 2, 3])
      lookThrough(place, Buffer.from(run.slice(shift), 'base64').toString('latin1'))
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) lookThroughBytes(place, gunzipSync(bytes))
}

const PIECE = 32 * 1024 * 1024
const OVERLAP = 64
const lookThroughFile = (place, path) => {
  const bytes = readFileSync(path)
  looked.bytes = (looked.bytes ?? 0) + bytes.length
  looked.files = (looked.files ?? 0) + 1
  for (let at = 0; at < bytes.length; at += PIECE - OVERLAP)
    lookThroughBytes(place, bytes.subarray(at, at + PIECE))
}

const lookThroughFolder = (place, folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) lookThroughFolder(place, path)
    else if (entry.isFile() && statSync(path).size > 0)
      lookThroughFile(
        `${place}: ${/pg_wal/.test(path) ? 'log of writes' : /\.log$/.test(path) ? 'server log' : 'files'}`,
        path,
      )
  }
}

/** One way to ask both engines; libraries of others, which the packages of this repository have anyway. */
const openDatabase = async () => {
  const load = (name) =>
    import(createRequire(join(process.cwd(), 'packages/db/package.json')).resolve(name))
  if (options.postgres !== undefined) {
    const { default: postgres } = await load('postgres')
    const sql = postgres(options.postgres, { max: 1, onnotice: () => undefined })
    return { ask: (text) => sql.unsafe(text), close: () => sql.end() }
  }
  if (options.embedded === undefined) return undefined
  const { PGlite } = await load('@electric-sql/pglite')
  const { vector } = await load('@electric-sql/pglite-pgvector')
  const database = await PGlite.create(options.embedded, { extensions: { vector } })
  return { ask: async (text) => (await database.query(text)).rows, close: () => database.close() }
}

const quoted = (name) => `"${name.replaceAll('"', '""')}"`

/** Every table there is, as text: columns, keys of JSON and vectors of words are all in it. */
const lookThroughTables = async ({ ask }) => {
  const tables = await ask(`select n.nspname as schema, c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'm', 't') and n.nspname not in ('information_schema') and c.relname not like 'pg_toast%'
      and has_table_privilege(c.oid, 'select') order by 1, 2`)
  looked.tables = tables.length
  for (const { schema, name } of tables) {
    const rows = await ask(
      `select t::text as row from ${quoted(schema)}.${quoted(name)} t where t::text ~* 'zq[a-z]{10}k'`,
    )
    for (const { row } of rows) lookThrough(`table ${schema}.${name}`, row)
  }
}

const compact = async ({ ask }) => {
  const tables = await ask(`select n.nspname as schema, c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`)
  // Samples of what stood in a column, which the planner keeps of tables that are empty now, too.
  await ask('delete from pg_catalog.pg_statistic')
  for (const { schema, name } of tables)
    await ask(`vacuum (full, analyze) ${quoted(schema)}.${quoted(name)}`)
  for (const name of ['pg_statistic', 'pg_statistic_ext_data', 'pg_largeobject', 'pg_description'])
    await ask(`vacuum full pg_catalog.${name}`)
  // A segment of the log is removed by the second checkpoint after it was left.
  for (let turn = 0; turn < 4; turn += 1) {
    await ask('checkpoint')
    await ask('select pg_switch_wal()')
  }
  await ask('checkpoint')
}

/** All keys with what they hold, and then the files: a server is asked to write them first. */
const lookThroughRedis = (url) =>
  new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(url)
    const socket = connect(Number(port || 6379), hostname)
    let text = ''
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (text.includes('+DONE-WITH-ALL')) socket.end()
    })
    socket.on('close', () => {
      lookThrough('redis: keys and values', text)
      looked.redis_bytes = text.length
      resolve()
    })
    const script = `local out = {} for _, k in ipairs(redis.call('KEYS', '*')) do out[#out + 1] = k
      local t = redis.call('TYPE', k)['ok']
      if t == 'string' then out[#out + 1] = redis.call('GET', k)
      elseif t == 'hash' then for _, v in ipairs(redis.call('HGETALL', k)) do out[#out + 1] = v end
      elseif t == 'list' then for _, v in ipairs(redis.call('LRANGE', k, 0, -1)) do out[#out + 1] = v end
      elseif t == 'set' then for _, v in ipairs(redis.call('SMEMBERS', k)) do out[#out + 1] = v end
      elseif t == 'zset' then for _, v in ipairs(redis.call('ZRANGE', k, 0, -1)) do out[#out + 1] = v end
      elseif t == 'stream' then for _, e in ipairs(redis.call('XRANGE', k, '-', '+')) do for _, v in ipairs(e[2]) do out[#out + 1] = v end end
      end end return out`
    const send = (...words) =>
      socket.write(
        `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`,
      )
    if (pathname.length > 1) send('SELECT', pathname.slice(1))
    send('EVAL', script, '0')
    send('SAVE')
    send('EVAL', "return {ok='DONE-WITH-ALL'}", '0')
  })

const database = await openDatabase()
if (database !== undefined) {
  // What was written stands in files of tables afterwards, and not in the log alone.
  if (options.compact) await compact(database)
  else await database.ask('checkpoint')
  await lookThroughTables(database)
  await database.close()
}
if (options.dump !== undefined) {
  const [command, ...words] = (process.env.PG_DUMP ?? 'pg_dump').split(' ')
  execFileSync(command, [...words, '--dbname', options.postgres], {
    stdio: ['ignore', openSync(options.dump, 'w'), 'inherit'],
  })
  lookThroughFile('dump', options.dump)
}
if (options.redis !== undefined) await lookThroughRedis(options.redis)
for (const named of options.folder) {
  const [name, folder] = named.split('=')
  lookThroughFolder(name, folder)
}

const places = [...found].map(([place, words]) => ({ place, canaries: [...words].sort() }))
const all = new Set(places.flatMap(({ canaries: words }) => words))
process.stdout.write(
  `${JSON.stringify({ wanted: canaries.size, found: all.size, looked, places })}\n`,
)
process.exit(all.size === 0 ? 0 : 1)
