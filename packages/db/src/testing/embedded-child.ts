import { sql } from 'drizzle-orm'
import { openEngine } from '../engine/open-engine.ts'

/**
 * A process to be killed: writes pairs of rows into the embedded database in argv[2] and prints
 * the number of each pair once it is committed.
 */
const engine = await openEngine({ kind: 'embedded', dataDir: process.argv[2] ?? '' })
await engine.db.execute(sql`create table if not exists public.pairs (n int, half int)`)
for (let n = 1; ; n += 1) {
  await engine.transaction(async (tx) => {
    await tx.execute(sql`insert into public.pairs values (${n}, 1)`)
    await tx.execute(sql`insert into public.pairs values (${n}, 2)`)
  })
  process.stdout.write(`${n}\n`)
}
