import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbedded } from './embedded-engine.ts'
import type { EmbeddedEngine } from './engine.types.ts'
import { createTurnWatch, type Turn } from './turn-watch.ts'

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

test('a transaction is one turn, of the work and in the lane that asked for it', async () => {
  const background = engine.inLane('background')
  const found = await during(() =>
    background.named('count-words', () =>
      background.transaction(async (tx) => {
        await tx.execute(sql`select ${1}::int`)
        await tx.execute(sql`select ${2}::int`)
      }),
    ),
  )
  expect(found).toHaveLength(1)
  expect(found).toMatchObject([{ lane: 'background', work: 'count-words' }])
  // BEGIN, the two, and COMMIT.
  expect(found[0]?.statements).toBe(4)
})

test('waiting and the slowest statement are distinguished from the rest', async () => {
  let now = 0
  const watch = createTurnWatch(
    (turn) => void turns.push(turn),
    () => now,
  )
  const found = await during(async () => {
    const turn = watch.named('embed', () => watch.ask('background'))
    now += 5
    turn.begin()
    const query = turn.watching(async (text) => {
      now += text.length
      return { rows: [], command: '', affectedRows: 0, fields: [] }
    })
    await query('select 1', [], 'object')
    await query('select   a\n from   b', [], 'object')
    await query('commit', [], 'object')
    turn.end()
  })
  expect(found).toEqual([
    {
      lane: 'background',
      work: 'embed',
      waitedMs: 5,
      tookMs: 34,
      statements: 3,
      slowest: 'select a from b',
      slowestMs: 20,
    },
  ])
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
