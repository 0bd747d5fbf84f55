import { createHash } from 'node:crypto'
import type { ShownItem, ShownState } from '@teamlore/db'
import type { ChangeItem } from '@teamlore/shared/change-report'

/** What differs from the version of a comment before, by the numbers of its items. */
export type News = { fresh: number[]; changed: number[]; gone: number[] }

type Before = Pick<ShownState, 'seen' | 'shown' | 'shownBefore' | 'shownAt'>

/** What is said of an item, so that another wording is a change and another line is none. */
const shownOf = ({
  id,
  statement,
  reason,
  stale_reason,
  is_code_changed,
  contradicted_by,
}: ChangeItem): ShownItem => {
  const sides = contradicted_by.map((side) => side.id)
  const said = JSON.stringify([statement, reason, stale_reason, is_code_changed, sides])
  return { id, hash: createHash('sha256').update(said).digest('hex').slice(0, 16) }
}

const isIn = (items: readonly ShownItem[], { id, hash }: ShownItem): boolean =>
  items.some((one) => one.id === id && one.hash === hash)

const isSame = (one: readonly ShownItem[], other: readonly ShownItem[]): boolean =>
  one.length === other.length && one.every((item) => isIn(other, item))

const knows = (items: readonly ShownItem[], id: string): boolean =>
  items.some((one) => one.id === id)

const newsOf = (
  { shown, shownBefore }: Pick<ShownState, 'shown' | 'shownBefore'>,
  numbers: ReadonlyMap<string, number>,
): News | undefined => {
  if (shownBefore === null) return undefined
  const numbersOf = (items: readonly ShownItem[]) =>
    items.flatMap(({ id }) => numbers.get(id) ?? []).sort((a, b) => a - b)
  return {
    fresh: numbersOf(shown.filter(({ id }) => !knows(shownBefore, id))),
    changed: numbersOf(
      shown.filter((one) => knows(shownBefore, one.id) && !isIn(shownBefore, one)),
    ),
    gone: numbersOf(shownBefore.filter(({ id }) => !knows(shown, id))),
  }
}

/**
 * What a comment shows from now on. An item keeps its number for as long as the pull request is there, so that who names one by it
 * means what they read. Where the same is shown as before, what was new then stays so: nobody is called by a push that changes nothing.
 */
export const nextShown = (
  held: Before,
  { items, checked }: { items: readonly ChangeItem[]; checked: readonly ChangeItem[] },
  at: Date,
): Before & { numbers: ReadonlyMap<string, number>; news: News | undefined } => {
  const now = items.map(shownOf)
  const known = new Set(held.seen)
  // The check begins with what the comment shows.
  const seen = [...held.seen, ...checked.flatMap(({ id }) => (known.has(id) ? [] : [id]))]
  const numbers = new Map(seen.map((id, index) => [id, index + 1]))
  const stays = held.shownAt !== null && isSame(held.shown, now)
  const shown = stays ? held.shown : now
  const shownBefore = stays ? held.shownBefore : held.shownAt === null ? null : held.shown
  const shownAt = stays ? held.shownAt : at
  return {
    seen,
    shown,
    shownBefore,
    shownAt,
    numbers,
    news: newsOf({ shown, shownBefore }, numbers),
  }
}
