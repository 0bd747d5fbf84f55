type Answered = {
  native_id: string
  cut?: readonly { message_key: string; reason: string }[] | undefined
}

/** What the server says it keeps in part, as a report names it. */
export const partiallyStored = ({
  native_id,
  cut = [],
}: Answered): { name: string; reason: string }[] =>
  cut.map(({ message_key, reason }) => ({
    name: native_id,
    reason: `message ${message_key}: ${reason}`,
  }))
