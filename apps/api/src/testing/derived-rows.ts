import { type IdKind, type RouteOf, type RouteTable, rowsOf } from '@teamlore/shared'
import { list, one, type RouteBattery } from './route-battery.ts'

/** Rows of the access tests that follow from the table: what lists things of a kind, and what opens one of them. */
export const derivedRows = (table: RouteTable): RouteBattery[] =>
  rowsOf(table).flatMap(({ row }) => rowOf(row))

const rowOf = (row: RouteOf): RouteBattery[] => {
  const { about, method, path, params } = row
  if (about === undefined || method !== 'GET') return []
  const derived = params ? one(path.replace(/\/:id$/, ''), about) : list(path, about)
  return [{ ...derived, as: row.needs === 'owner' ? 'admin' : row.needs }]
}

/** Where the table lists things of a kind: what it is about, and the address. */
export const listsOf = (table: RouteTable): { about: IdKind; path: string }[] =>
  rowsOf(table).flatMap(({ row: { about, method, path, params } }) =>
    about === undefined || method !== 'GET' || params ? [] : [{ about, path }],
  )
