/** A message as far as its place is concerned. `ordinal`: where its file has it. */
export type PlacedMessage = { key: string; parentKey: string | null; ordinal: number }

export type StoredPlaces = {
  /** Places of messages that stand already, by key: those sent again, and parents of new ones. */
  known: ReadonlyMap<string, number>
  /** Ordinals among those sent that some stored message has. */
  taken: ReadonlySet<number>
  /** Last place of the session; -1 when it is empty. */
  last: number
}

const LAST_PLACE = 2_147_483_647

/**
 * Where new messages of a session go. Stored ones keep their places, so when a file was truncated
 * or begun again (its first line is then in the middle of the session) its ordinals mean something
 * else than those stored. Each run of new messages is therefore measured from what is known: the
 * message before it in the file, else its parent; one that continues nothing known goes where the
 * file has it, or to the end when another message has that place.
 *
 * @param arrived in file order.
 * @returns places of the messages that are not known, by key.
 */
export const placeMessages = (
  arrived: readonly PlacedMessage[],
  { known, taken, last }: StoredPlaces,
): Map<string, number> => {
  const places = new Map<string, number>()
  let shift: number | undefined

  const shiftFrom = ({ parentKey, ordinal }: PlacedMessage): number => {
    const parent = parentKey === null ? undefined : known.get(parentKey)
    if (parent !== undefined) return Math.max(0, parent + 1 - ordinal)
    return taken.has(ordinal) ? last + 1 - ordinal : 0
  }

  for (const message of arrived) {
    const stored = known.get(message.key)
    if (stored !== undefined) {
      shift = stored - message.ordinal
      continue
    }
    shift ??= shiftFrom(message)
    places.set(message.key, Math.min(message.ordinal + shift, LAST_PLACE))
  }
  return places
}
