import { describe, expect, test } from 'vitest'
import { isGuideOver } from './guide-steps.ts'
import { isNothingNew, newsLine, nothingToReview, pairsAmount, spentLine } from './home-words.ts'

const news = (sessions: number, findings: number, memories: number) => ({
  sessions: { count: sessions, items: [] },
  findings: { count: findings },
  memories: { count: memories, items: [] },
})
const review = (size: number, decided: number, waiting: number) => ({
  week: '2026-03-02',
  size,
  decided,
  waiting,
  items: [],
})

describe('the first page', () => {
  test.each([
    [news(3, 12, 1), '3 sessions, 12 findings, 1 memory'],
    [news(1, 0, 0), '1 session'],
    [news(0, 0, 2), '2 memories'],
  ])('leaves out of its news what there is none of', (of, line) => {
    expect(newsLine(of)).toBe(line)
    expect(isNothingNew(of)).toBe(false)
  })

  test('has no news where nothing came in', () => {
    expect(isNothingNew(news(0, 0, 0))).toBe(true)
  })

  test.each([
    [review(4, 1, 9), false],
    [review(4, 4, 9), 'All of this week is decided. The next batch comes on Monday.'],
    [review(0, 0, 9), 'Nothing is yours this week. What waits is with your colleagues.'],
    [review(0, 0, 0), 'Nothing waits. What sessions teach comes here until somebody decides.'],
  ])('says of %j why there is nothing to review: %s', (of, says) => {
    expect(nothingToReview(of)).toBe(says)
  })

  test('says that there are more pairs than were counted', () => {
    expect(pairsAmount({ count: 7, most: 100, items: [] })).toBe('7')
    expect(pairsAmount({ count: 100, most: 100, items: [] })).toBe('100+')
  })

  test.each([
    [{ calls: 0, tokens: 0, usd: 0 }, 'nothing'],
    [{ calls: 1, tokens: 950, usd: 0.004 }, '$0.0040 for 1 call, 950 tokens'],
    [{ calls: 12, tokens: 61_100, usd: 0.42 }, '$0.42 for 12 calls, 61.1k tokens'],
  ])('says what %j came to', (spent, says) => {
    expect(spentLine(spent)).toBe(says)
  })
})

describe('the guide', () => {
  const steps = (...done: boolean[]) => done.map((is_done) => ({ id: 'import' as const, is_done }))

  test.each([
    [{ is_hidden: false, steps: steps(true, false) }, false],
    [{ is_hidden: false, steps: steps(true, true) }, true],
    [{ is_hidden: true, steps: steps(false) }, true],
    [{ is_hidden: false, steps: [] }, true],
  ])('of %j is over: %s', (guide, isOver) => {
    expect(isGuideOver(guide)).toBe(isOver)
  })
})
