import type { IngestResponse } from '@teamlore/shared'

type Answered = {
  native_id: string
  cut?: readonly { message_key: string; reason: string }[] | undefined
  undated?: IngestResponse['sessions'][number]['undated']
}

/** What the server says it keeps in part, as a report names it. */
export const partiallyStored = ({
  native_id,
  cut = [],
  undated = [],
}: Answered): { name: string; reason: string }[] =>
  [
    ...cut.map(({ message_key, reason }) => `message ${message_key}: ${reason}`),
    ...undated.map(
      ({ kind, key, time }) =>
        `${kind} ${key}: its time, ${time}, is more than a day ahead, so it is kept without one`,
    ),
  ].map((reason) => ({ name: native_id, reason }))
