import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbedded } from './embedded-engine.ts'
import type { EmbeddedEngine, Engine } from './engine.types.ts'
import { rows } from './rows.ts'

let engine: EmbeddedEngine
let background: Engine
beforeAll(async () => {
  engine = await openEmbedded({ kind: 'embedded', memory: true })
  background = engine.inLane('background')
})
afterAll(() => engine.close())

test('what is asked for in the background waits for people who ask later, and is done then', async () => {
  const done: string[] = []
  let end = (): void => {}
  let hasBegun = false
  const running = engine.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    await new Promise<void>((resolve) => {
      end = resolve
      hasBegun = true
    })
  })
  // Only then do the others ask.
  await expect.poll(() => hasBegun, { timeout: 60_000 }).toBe(true)
  const note = (name: string) => async (tx: Engine['db']) => {
    await tx.execute(sql`select 1`)
    done.push(name)
  }
  const all = [
    running,
    background.transaction(note('work')),
    background.db.execute(sql`select 2`).then(() => done.push('question of work')),
    engine.transaction(note('person')),
    engine.db.execute(sql`select 3`).then(() => done.push('question of a person')),
  ]
  end()
  await Promise.all(all)
  expect(done.slice(0, 2).sort()).toEqual(['person', 'question of a person'])
  expect(done.slice(2)).toEqual(['work', 'question of work'])
})

test('it is the same database, and no way out of a transaction', async () => {
  await background.db.execute(sql`create table public.seen (a int)`)
  await background.transaction((tx) => tx.execute(sql`insert into public.seen values (1)`))
  expect(await rows(engine.db, sql`select a from public.seen`)).toEqual([{ a: 1 }])
  const outside = engine
    .transaction(() => background.db.execute(sql`select 1`))
    .catch((error: Error) => String(error.cause ?? error))
  expect(await outside).toContain('outside the open transaction')
})
