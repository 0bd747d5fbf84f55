import type { Fitted, FittedAnswer } from '@teamlore/core'

export type Answer<D> = FittedAnswer<D>

/**
 * A list that the budget cuts is asked for again as the shorter list that fits, so that its cursor leads to the first entry
 * left out. Where not even one fits, the page says so itself. A ranking is cut by `roomFor`, and never asked again.
 */
export const wholePage = async <T, D>(
  find: (limit: number) => Promise<Fitted<T, D>>,
  limit: number,
): Promise<Answer<D>> => {
  const { answer, kept, leftOut } = await find(limit)
  return leftOut.length === 0 || kept.length === 0 ? answer : wholePage(find, kept.length)
}

/** Tokens of the line that says where a page goes on, and of its cursor among the data. */
const CURSOR = 60

/** How many of a ranking's hits there is room for, with what says where it goes on. */
export const roomFor =
  <P extends { items: readonly unknown[] }>(
    within: (page: P, budget: number) => Fitted<unknown, unknown>,
    budget: number,
  ) =>
  (page: P): number => {
    const { leftOut, kept } = within(page, budget)
    if (leftOut.length === 0) return page.items.length
    return Math.max(within(page, budget - CURSOR).kept.length, Math.min(1, kept.length))
  }
