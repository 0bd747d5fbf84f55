import type { BookAnswer } from '@teamlore/shared/books'
import type { z } from 'zod'
import { dotted } from '../quoting/quote.ts'

type Json = z.core.util.JSONType
type Event = {
  name: string
  layer: string
  session: number | null
  date_in_world: string | null
  involves: { relationship: string; name: string }[]
  consequences: { entity: string; property: string; change: string; value: Json }[]
  source_file: string
}

export const json = (value: unknown): string => JSON.stringify(value)

/** That something is as it was before, since its file cannot be read. */
export const staleLines = ({ stale }: { stale: { line: number; message: string } | null }) =>
  stale === null
    ? []
    : [
        `STALE: its file cannot be read at line ${stale.line}, so this is what it said before. ${stale.message}`,
      ]

export const eventLine = (event: Event): string =>
  [
    dotted(
      event.session === null ? 'no session' : `session ${event.session}`,
      event.name,
      event.layer,
      event.date_in_world,
      event.source_file,
    ),
    ...event.involves.map(({ relationship, name }) => `  ${relationship} ${name}`),
    ...event.consequences.map(
      ({ entity, property, change, value }) => `  ${entity}: ${property} ${change} ${json(value)}`,
    ),
  ].join('\n')

const named = (kind: string, declared: Json | undefined) =>
  (Array.isArray(declared) ? declared : []).map((declaration) => ({
    kind,
    name: String((declaration as { name?: unknown } | null)?.name ?? ''),
    declaration,
  }))

/** A schema in pieces, so that a large one is shown as far as it fits. */
export const schemaItems = ({ entity_types, relationship_types }: BookAnswer['schema']) => [
  ...named('entity type', entity_types),
  ...named('relationship type', relationship_types),
]
