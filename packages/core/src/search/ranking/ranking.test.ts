import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Term, WeighedTerm } from '../query/question-terms.ts'
import { coverageOf, inverseFrequency, scoreText } from './bm25.ts'
import { type Passage, saySame, shinglesOf, withoutNearDuplicates } from './near-duplicates.ts'
import { planCandidates } from './plan-candidates.ts'
import { priorFactor, priorsOf } from './priors.ts'
import { spreadSessions } from './spread-sessions.ts'

const CORPUS = 1_000_000

const term = (lexeme: string, documents: number, kind: Term['kind'] = 'word'): WeighedTerm => ({
  kind,
  lexemes: [lexeme],
  times: 1,
  documents,
  idf: inverseFrequency(CORPUS, documents),
})

describe('BM25', () => {
  test('agrees with the formula worked out by hand', () => {
    const one = { ...term('lock', 10), idf: 2 }
    const score = scoreText({ length: 100, occurrences: [0.5] }, { terms: [one], common: [] }, 100)
    // One occurrence in a text of average length: the factor is (k1 + 1) / (1 + k1) = 1; all words are there.
    expect(score.text).toBeCloseTo(2 * 1.05, 10)
  })

  test('values rare words, repetition less and less, titles more and long texts less', () => {
    const rare = term('rare', 10)
    const common = term('common', 100_000)
    const score = (occurrences: number[], length = 100) =>
      scoreText({ length, occurrences }, { terms: [rare, common], common: [] }, 100).text
    expect(score([0.5, 0])).toBeGreaterThan(score([0, 0.5]))
    expect(score([1, 0])).toBeGreaterThan(score([0.5, 0]))
    expect(score([2, 0]) - score([1.5, 0])).toBeLessThan(score([1, 0]) - score([0.5, 0]))
    expect(score([0.5, 0], 400)).toBeLessThan(score([0.5, 0], 100))
  })

  test('tells identifiers apart from the words they are made of', () => {
    const terms = [term('err', 1_000), term('err_lock', 5, 'whole')]
    expect(scoreText({ length: 10, occurrences: [0.5, 0] }, { terms, common: [] }, 10).exact).toBe(
      0,
    )
    expect(
      scoreText({ length: 10, occurrences: [0.5, 0.5] }, { terms, common: [] }, 10).exact,
    ).toBeGreaterThan(0)
  })
})

describe('stop words', () => {
  const words = { terms: [term('rare', 10)], common: [{ lexeme: 'between', idf: 1 }] }
  const score = (occurrences: number[]) => scoreText({ length: 100, occurrences }, words, 100).text

  test('part texts that have another word of the question', () => {
    expect(score([0.5, 0.5])).toBeGreaterThan(score([0.5, 0]))
  })

  test('say nothing by themselves', () => {
    expect(score([0, 5])).toBe(0)
  })
})

describe('longer words', () => {
  const part: WeighedTerm = {
    ...term('bank', 10),
    longer: { lexemes: ['bankkonto'], documents: 40, idf: inverseFrequency(CORPUS, 40) },
  }
  const score = (occurrences: number[]) =>
    scoreText({ length: 100, occurrences }, { terms: [part], common: [] }, 100)

  test('count less than the word that was asked for, and more than nothing', () => {
    expect(score([0.5, 0]).text).toBeGreaterThan(score([0, 0.5]).text)
    expect(score([0, 0.5]).text).toBeGreaterThan(0)
  })

  test('have what the word is worth, so that meaning does not decide alone', () => {
    expect(score([0, 0.5])).toMatchObject({ hasAllWords: true, held: part.longer?.idf })
    expect(score([0, 0])).toMatchObject({ hasAllWords: false, held: 0 })
  })

  test('bring candidates, as many as have them', () => {
    expect(planCandidates([part], { documents: CORPUS, share: 1 })).toEqual([
      expect.objectContaining({ match: "('bank' | 'bankkonto')", limit: 280 }),
    ])
  })
})

describe('coverage', () => {
  const terms = [term('rare', 10), term('common', 100_000), term('err_lock', 5, 'whole')]
  const covered = (occurrences: number[]) =>
    coverageOf(scoreText({ length: 100, occurrences }, { terms, common: [] }, 100).text, terms)

  test('is nothing where no word is met, and grows with the worth of those that are', () => {
    expect(covered([0, 0, 0])).toBe(0)
    expect(covered([0, 0.5, 0])).toBeLessThan(covered([0.5, 0, 0]))
    expect(covered([0.5, 0, 0])).toBeLessThan(covered([0.5, 0.5, 0.5]))
  })

  test('never exceeds one, however often the words are repeated', () => {
    expect(covered([1e6, 1e6, 1e6])).toBeLessThanOrEqual(1)
    expect(coverageOf(0, [])).toBe(0)
  })
})

describe('candidates', () => {
  const rowsOf = (terms: WeighedTerm[], share = 1) =>
    planCandidates(terms, { documents: CORPUS, share }).reduce((sum, { limit }) => sum + limit, 0)

  test('of a rare word are all its documents', () => {
    expect(
      planCandidates([term('rare', 40), term('common', 400_000)], { documents: CORPUS, share: 1 }),
    ).toEqual([
      expect.objectContaining({ match: "'rare'" }),
      expect.objectContaining({ match: "'common' & ('rare')" }),
    ])
  })

  test('of common words alone are those that have them together', () => {
    const branches = planCandidates([term('a', 300_000), term('b', 400_000), term('c', 500_000)], {
      documents: CORPUS,
      share: 1,
    })
    expect(branches[0]?.match).toBe("'a' & 'b' & 'c'")
  })

  const wordsOf = (match: string) => match.split(' & ').map((word) => word.slice(1, -1))

  test('of common words miss nothing that has all of them, or all but one', () => {
    const counts = fc.array(fc.integer({ min: 600, max: 12_000 }), { minLength: 3, maxLength: 6 })
    fc.assert(
      fc.property(counts, fc.integer({ min: 1_000_000, max: 20_000_000 }), (of, documents) => {
        const words = of.map((_, index) => `w${index}`)
        const branches = planCandidates(
          of.map((count, index) => term(`w${index}`, count)),
          { documents, share: 1 },
        )
        for (const left of [undefined, ...words]) {
          const has = new Set(words.filter((word) => word !== left))
          const finds = ({ match }: (typeof branches)[number]) =>
            wordsOf(match).every((word) => has.has(word))
          expect(branches.some(finds)).toBe(true)
        }
      }),
    )
  })

  test('of words that are seldom together by chance are read off pairs of the rarest, not off all of them', () => {
    const words = [600, 1_000, 1_500, 90_000, 300_000].map((count, index) =>
      term(`w${index}`, count),
    )
    const branches = planCandidates(words, { documents: CORPUS, share: 1 })
    expect(branches.map(({ match }) => match)).toEqual([
      "'w0' & 'w1'",
      "'w0' & 'w2'",
      "'w1' & 'w2'",
      "'w0'",
    ])
  })

  test('of words that belong together are those with all of them first, before pairs of which not all are read', () => {
    const words = [5_000, 9_000, 20_000, 90_000].map((count, index) => term(`w${index}`, count))
    const [first] = planCandidates(words, { documents: CORPUS, share: 1 })
    expect(wordsOf(first?.match ?? '')).toHaveLength(4)
  })

  test('of words that occur nowhere are none', () => {
    expect(planCandidates([term('nothing', 0)], { documents: CORPUS, share: 1 })).toEqual([])
  })

  test('cost a bounded number of rows, whatever is asked for', () => {
    const documents = fc.integer({ min: 0, max: CORPUS })
    fc.assert(
      fc.property(
        fc.array(documents, { maxLength: 40 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (counts, share) => {
          const rows = rowsOf(
            counts.map((count, index) => term(`w${index}`, count)),
            share,
          )
          expect(rows).toBeLessThanOrEqual(40_000)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('near duplicates', () => {
  const text =
    'We keep the lock file beside the data directory and refuse a second start with a clear sentence.'
  test('are told from texts that only share a subject', () => {
    expect(saySame(shinglesOf(text), shinglesOf(`${text} `.toUpperCase()))).toBe(true)
    expect(
      saySame(shinglesOf(text), shinglesOf('The lock file lies beside the data directory.')),
    ).toBe(false)
  })

  const said = (words: string, more: Partial<Passage> = {}): Passage => ({
    text: words,
    session: 'ses_1',
    isDistilled: false,
    ...more,
  })
  const kept = (...passages: Passage[]) =>
    withoutNearDuplicates(passages, (passage) => passage).map((passage) => passage.text)

  test('leave the first of each', () => {
    expect(
      kept(said(text), said('Other words entirely, and more of them.'), said(`${text}!`)),
    ).toHaveLength(2)
  })

  test('are not seen where there are no words', () => {
    expect(kept(said('…'), said('!!!'))).toHaveLength(2)
  })

  const decision = 'We keep sessions in SQLite. Nobody runs a second server for it.'
  const finding = said(`Said by the person who asked\n${decision}`, { isDistilled: true })

  test('are what was distilled of a text that ranks better, with what was written before it', () => {
    expect(kept(said(`Fine. ${decision}`), finding)).toEqual([`Fine. ${decision}`])
    const summary = said(`${decision}\n\nCompleted: Changed the store. Ran the tests.`, {
      isDistilled: true,
    })
    expect(kept(summary, finding)).toEqual([summary.text])
    const cut = said('Asked: Nobody runs a second…', { isDistilled: true })
    expect(kept(said(decision), cut)).toEqual([decision])
  })

  test('never hide what somebody said behind what was distilled of it, nor one session behind another', () => {
    const summary = said(`${decision}\n\nCompleted: Changed the store.`, { isDistilled: true })
    expect(kept(summary, said(decision))).toHaveLength(2)
    expect(kept(said(`Fine. ${decision}`), { ...finding, session: 'ses_2' })).toHaveLength(2)
    const loose = { ...finding, session: null }
    expect(kept(said(`Fine. ${decision}`, { session: null }), loose)).toHaveLength(2)
  })

  test.each([
    ['Do not use Redis for the cache.', 'Use Redis for the cache.'],
    ['Should we use Redis for the cache?', 'We use Redis for the cache.'],
    ['Use Redis for the cache?', 'Use Redis for the cache.'],
    ['The limit is 30 seconds.', 'The limit is 60 seconds.'],
    ['if (a >= b) return', 'if (a <= b) return'],
    ['Use Redis for the cache of sessions.', 'Use Redis for the cache.'],
  ])('are never different statements: %s / %s', (better, other) => {
    expect(kept(said(better), said(other, { isDistilled: true }))).toHaveLength(2)
    expect(kept(said(other), said(better, { isDistilled: true }))).toHaveLength(2)
  })

  test('are no short texts that differ in a number or a "not" alone, however long the rest', () => {
    const rest = Array.from(
      { length: 50 },
      (_, n) => `word${'abcdefghij'[n % 10]}${'klmno'[n % 5]}`,
    ).join(' ')
    expect(kept(said(`Wait 30 s: ${rest}`), said(`Wait 60 s: ${rest}`))).toHaveLength(2)
    expect(
      kept(said(`${rest} and that is right`), said(`${rest} and that is not right`)),
    ).toHaveLength(2)
    expect(kept(said(`Wait 30 s: ${rest}`), said(`Wait 30 s: ${rest} then`))).toHaveLength(1)
  })
})

describe('hits of one session', () => {
  const hits = (sessions: string) =>
    Array.from(sessions, (session, at) => ({
      row: { sessionId: session === '-' ? null : session, id: at },
      score: 1,
    }))
  const factors = (sessions: string) => spreadSessions(hits(sessions)).map(({ score }) => score)

  test('count less and less from the eleventh on, where there are others', () => {
    const [other, ...own] = factors(`b${'a'.repeat(13)}`)
    expect(other).toBe(1)
    expect(own.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 1))
    expect(own[10]).toBeLessThan(1)
    expect(own[12]).toBeLessThan(own[11] ?? 0)
  })

  test('count in full where nothing else was found, and where there is no session', () => {
    expect(new Set(factors('a'.repeat(30)))).toEqual(new Set([1]))
    expect(new Set(factors(`a${'-'.repeat(30)}`))).toEqual(new Set([1]))
  })
})

test('tool output counts less than prose, and what nobody reviewed less than what somebody did', () => {
  const prose = { kind: 'message', type: 'assistant', status: 'current' } as const
  expect(priorFactor({ ...prose, type: 'tool_result' })).toBeLessThan(priorFactor(prose))
  expect(priorsOf(prose)).toEqual({})
  const memory = { ...prose, kind: 'memory', type: 'decision' } as const
  expect(priorFactor({ ...memory, status: 'unreviewed' })).toBeLessThan(priorFactor(memory))
})
