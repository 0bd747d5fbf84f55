import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbedded } from './embedded-engine.ts'
import type { EmbeddedEngine } from './engine.types.ts'
import type { Turn } from './turn-watch.ts'

const turns: Turn[] = []
let engine: EmbeddedEngine
beforeAll(async () => {
  engine = await openEmbedded({
    kind: 'embedded',
    memory: true,
    onTurn: (turn) => void turns.push(turn),
  })
})
afterAll(() => engine.close())

const during = async (work: () => Promise<unknown>): Promise<Turn[]> => {
  turns.length = 0
  await work()
  return [...turns]
}

test('a transaction is one turn, of the work and in the lane that asked for it, with its slowest statement', async () => {
  const background = engine.inLane('background')
  const found = await during(() =>
    background.named('count-words', () =>
      background.transaction(async (tx) => {
        await tx.execute(sql`select ${1}::int`)
        await tx.execute(sql`select   pg_sleep(${0.05}::float8)`)
      }),
    ),
  )
  expect(found).toHaveLength(1)
  const [turn] = found
  expect(turn).toMatchObject({ lane: 'background', work: 'count-words' })
  expect(turn?.slowest).toBe('select pg_sleep($1::float8)')
  expect(turn?.slowestMs).toBeLessThanOrEqual(turn?.tookMs ?? 0)
})

test('a text is shown without the values that were asked with it', async () => {
  const found = await during(() => engine.db.execute(sql`select ${'a secret'}::text as said`))
  expect(JSON.stringify(found)).not.toContain('a secret')
})

test('a turn is reported when it fails, and names nobody where nobody was named', async () => {
  const found = await during(() =>
    engine.db.execute(sql`select * from public.missing`).catch(() => {}),
  )
  expect(found).toMatchObject([{ lane: 'first', work: 'unnamed', statements: 1 }])
})

test('what the queue asks is shown as the work of the queue, whoever called it', async () => {
  const found = await during(() =>
    engine.named('list-prompts', () => engine.pgPool().query('select 1')),
  )
  expect(found).toMatchObject([{ lane: 'background', work: 'queue' }])
})
