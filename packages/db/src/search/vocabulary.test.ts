import { newId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { analyseTables } from '../housekeeping/analyse-tables.ts'
import { explained } from '../testing/explain.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { createSearchVocabulary } from './vocabulary.ts'

const LONE = 9_000

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

type Word = readonly [lexeme: string, documents: number, privateTo?: string]

const addTeam = async (words: readonly Word[]) => {
  const team = { teamId: newId.team(), userId: newId.user() }
  const records = JSON.stringify(
    words.map(([lexeme, documents, privateTo = '']) => ({ lexeme, documents, privateTo })),
  )
  await engine.db.execute(sql`
    insert into teamlore.lexeme_stats (team_id, lexeme, documents, private_to)
    select ${team.teamId}, lexeme, documents, "privateTo"
    from jsonb_to_recordset(${records}::text::jsonb) as r(lexeme text, documents bigint, "privateTo" text)`)
  return team
}

const teamWith = async (words: readonly Word[]) => {
  const team = await addTeam(words)
  return (lexeme: string, edits: number) =>
    explained(engine, team, (tx) => createSearchVocabulary(tx, team).lexemesLike({ lexeme, edits }))
}

const partsOf = async (words: readonly Word[]) => {
  const team = await addTeam(words)
  return (...parts: string[]) =>
    explained(engine, team, (tx) => createSearchVocabulary(tx, team).lexemesWith(parts))
}

describe('words like another', () => {
  test('begin as it does, are about as long, and come by frequency', async () => {
    const like = await teamWith([
      ['directory', 7],
      ['direct', 900],
      ['directorys', 1],
      ['directories', 300],
      ['director', 40],
      ['erectory', 5],
    ])
    const { result } = await like('directroy', 2)
    expect(result).toEqual([
      { lexeme: 'directories', documents: 300 },
      { lexeme: 'director', documents: 40 },
      { lexeme: 'directory', documents: 7 },
      { lexeme: 'directorys', documents: 1 },
    ])
  })

  test('are found by their frequency among any number of words of one document', async () => {
    const lone = Array.from({ length: LONE }, (_, n) => [`lo${10_000 + n}`, 1] as const)
    const like = await teamWith([...lone, ['lozenge', 2], ['lozengy', 70_000]])
    await analyseTables(engine)
    const { result, plans } = await like('lozemge', 2)
    expect(result.slice(0, 2).map(({ lexeme }) => lexeme)).toEqual(['lozengy', 'lozenge'])
    expect(plans).toContain('Index Scan using lexeme_stats_frequent')
    expect(plans).toMatch(/Index Cond: .*"left"\(lexeme, 2\) = .*length\(lexeme\) = /)
    expect(plans).not.toContain('Seq Scan on lexeme_stats')
  })

  test('of another team are not returned', async () => {
    await teamWith([['wombatine', 9]])
    const like = await teamWith([['wombat', 2]])
    expect((await like('wombatime', 3)).result).toEqual([{ lexeme: 'wombat', documents: 2 }])
  })
})

describe('longer words', () => {
  test('have a part wherever it stands in them, and come by frequency', async () => {
    const withParts = await partsOf([
      ['verbindung', 90],
      ['verbindungsfehler', 3],
      ['datenbankverbindung', 8],
      ['datenbankverbindungsfehler', 1],
      ['verbandskasten', 5],
      ['bindungsangst', 70],
      ['src/verbindung.ts', 40],
    ])
    const { result } = await withParts('verbindung', 'kasten')
    expect(result).toEqual([
      { part: 'verbindung', lexeme: 'datenbankverbindung', documents: 8 },
      { part: 'verbindung', lexeme: 'verbindungsfehler', documents: 3 },
      { part: 'verbindung', lexeme: 'datenbankverbindungsfehler', documents: 1 },
      { part: 'kasten', lexeme: 'verbandskasten', documents: 5 },
    ])
  })

  test('of a script without spaces are pairs with the character', async () => {
    const withParts = await partsOf([
      ['合鍵', 2],
      ['鍵は', 4],
      ['鍵', 1],
      ['支払', 9],
    ])
    const { result } = await withParts('鍵')
    expect(result.map(({ lexeme }) => lexeme)).toEqual(['鍵は', '合鍵'])
  })

  test('are found by their parts among any number of words, before the table was analysed and after', async () => {
    const letters = (n: number) =>
      Array.from(String(100_000 + n), (digit) => 'abcdefghij'[Number(digit)]).join('')
    const others = Array.from({ length: LONE }, (_, n) => [`${letters(n)}zimmer`, 1] as const)
    const withParts = await partsOf([...others, ['brandschutztuer', 2]])
    for (const analyse of [async () => {}, () => analyseTables(engine)]) {
      await analyse()
      const { result, plans } = await withParts('schutz')
      expect(result).toEqual([{ part: 'schutz', lexeme: 'brandschutztuer', documents: 2 }])
      expect(plans).toContain('Bitmap Index Scan on lexeme_stats_parts')
    }
    const { result } = await withParts('zimmer')
    expect(result).toHaveLength(24)
  })

  test('of another team, or of what is private to somebody else, are not shown', async () => {
    await partsOf([['wetterbericht', 9]])
    const withParts = await partsOf([
      ['prüfbericht', 3],
      ['geheimbericht', 5, newId.user()],
    ])
    expect((await withParts('bericht')).result).toEqual([
      { part: 'bericht', lexeme: 'prüfbericht', documents: 3 },
    ])
  })
})

test('counting a frequent word once more leaves its magnitude alone', async () => {
  const teamId = newId.team()
  const magnitudeOf = async (documents: number) => {
    const [found] = await rows<{ magnitude: number }>(
      engine.db,
      sql`insert into teamlore.lexeme_stats (team_id, lexeme, documents) values (${teamId}, 'w', ${documents})
        on conflict (team_id, lexeme, private_to) do update set documents = excluded.documents returning magnitude`,
    )
    return found?.magnitude
  }
  for (const [documents, magnitude] of [
    [1, 0],
    [2, 1],
    [3, 1],
    [1_000, 9],
    [1_001, 9],
  ] as const)
    expect([documents, await magnitudeOf(documents)]).toEqual([documents, magnitude])
})
