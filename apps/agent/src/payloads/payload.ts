import type { LoreClient } from '@teamlore/shared'

export type PayloadClient = {
  memoryFiles: Pick<LoreClient['memoryFiles'], 'report'>
  books: Pick<LoreClient['books'], 'ingest'>
  commits: Pick<LoreClient['commits'], 'ingest'>
  codeGraph: Pick<LoreClient['codeGraph'], 'send'>
}

export type Sending = {
  client: PayloadClient
  /** As it lies in the spool and goes over the wire. */
  bytes: Uint8Array
  /** The same, unpacked. It was made by this machine; the server judges it. */
  value: unknown
  signal: AbortSignal | undefined
}

/** A kind of what waits in the spool, and how it is sent to the server. What it must keep to: sent twice, it counts once. */
export type Payload<Answer> = {
  /** Several of them in words, for messages. */
  label: string
  send: (sending: Sending) => Promise<Answer>
  /** Two smaller ones where the server says that it is too large; undefined when nothing is smaller. */
  halve?: (value: unknown) => readonly unknown[] | undefined
}

/** Halves by a list in it, each half with all the rest. For kinds whose lists only add. */
export const halvesBy =
  (list: string): NonNullable<Payload<unknown>['halve']> =>
  (value) => {
    const items: unknown = (value as Record<string, unknown>)[list]
    if (!Array.isArray(items) || items.length < 2) return undefined
    const middle = items.length >> 1
    return [items.slice(0, middle), items.slice(middle)].map((half) => ({
      ...(value as object),
      [list]: half,
    }))
  }
