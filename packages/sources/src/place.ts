/** Where a session, or a piece of one, stands. */
export type Place = {
  path: string
  /** Which session of a store that holds many, such as a database: its native id. */
  part?: string | undefined
}

/** Names a place among others. */
export const placeKey = ({ path, part }: Place): string =>
  part === undefined ? path : `${path}\n${part}`
