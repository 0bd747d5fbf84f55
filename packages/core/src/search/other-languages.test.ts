import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSession } from '../testing/ingest-builders.ts'
import { asks, type OwnSearchWorld, openSearchWorld, says } from './testing/search-world.ts'

const SAID = {
  payments: 'PostgreSQLデータベースの支払い処理が遅い。',
  keys: 'この鍵は毎月交換する。',
  spare: '受付に合鍵',
  pool: '我们在数据库连接池里发现了泄漏。',
  korean: '결제를 처리하는 서버가 데이터베이스에 연결하지 못했다.',
  connection: 'Die Datenbankverbindung bricht nach einer Minute ab.',
  attempt: 'Ein Kontaktaufnahmefehler steht im Protokoll.',
  refunds: 'Die Rückzahlungsübersicht fehlt im Kundenbereich.',
  finnish: 'Tietokantayhteys katkeaa minuutin kuluttua.',
  dutch: 'De verzekeringsmaatschappij weigert het formulier.',
  russian: 'Склад переехал, инвентаризационная ведомость потеряна.',
  english: 'Nothing of this is about any of the others.',
} as const

/** By words alone: nothing is embedded, so that no vector finds what words should. */
let world: OwnSearchWorld

beforeAll(async () => {
  world = await openSearchWorld()
  const messages = Object.values(SAID).map((words, at) =>
    at % 2 === 0 ? says(at, words) : asks(at, words),
  )
  await world.send(buildSession({ native_id: 'languages', title: 'Notes', messages }))
  await world.count()
})
afterAll(() => world[Symbol.asyncDispose]())

const hitsOf = async (q: string) => {
  const answer = await world.ask(q)
  const hits = answer.items
    .filter(({ score_parts: { text } }) => text !== null)
    .map(({ snippet: { text, highlights } }) => ({
      text,
      marked: highlights.map(([from, to]) => text.slice(from, to)),
    }))
  return { ...answer, hits }
}

describe('a word of a language without spaces is found within a sentence, and marked there', () => {
  test.each([
    ['支払い', 'payments'],
    ['データベース', 'payments'],
    ['数据库', 'pool'],
    ['连接池', 'pool'],
    ['결제', 'korean'],
    ['서버', 'korean'],
  ] as const)('%s', async (q, name) => {
    const [first] = (await hitsOf(q)).hits
    expect(first).toMatchObject({ text: SAID[name], marked: [q] })
  })

  test('also one of a single character, wherever it stands', async () => {
    const { hits } = await hitsOf('鍵')
    expect(hits.map(({ text }) => text).sort()).toEqual([SAID.keys, SAID.spare].sort())
    for (const { marked } of hits) expect(marked.join('')).toContain('鍵')
  })
})

describe('a part of a compound finds it, and the compound is marked', () => {
  test.each([
    ['Datenbank', 'connection', 'Datenbankverbindung'],
    ['Verbindung', 'connection', 'Datenbankverbindung'],
    ['Aufnahme', 'attempt', 'Kontaktaufnahmefehler'],
    ['Übersicht', 'refunds', 'Rückzahlungsübersicht'],
    ['tietokanta', 'finnish', 'Tietokantayhteys'],
    ['yhteys', 'finnish', 'Tietokantayhteys'],
    ['maatschappij', 'dutch', 'verzekeringsmaatschappij'],
    ['инвентар', 'russian', 'инвентаризационная'],
  ] as const)('%s', async (q, name, compound) => {
    const { hits, did_you_mean: meant, notes } = await hitsOf(q)
    expect(hits[0]).toEqual({ text: SAID[name], marked: [compound] })
    expect(meant).toBeUndefined()
    expect(notes.join(' ')).not.toContain(q)
  })

  test('beside another word of the question', async () => {
    const { hits } = await hitsOf('Datenbank Minute')
    expect(hits[0]?.marked).toEqual(['Datenbankverbindung', 'Minute'])
  })

  test('but a few letters do not, which stand in many words by chance', async () => {
    expect((await hitsOf('bank')).hits).toEqual([])
  })
})
