import type { Entity } from '../book.types.ts'
import { isJsonObject, type JsonValue } from '../json.types.ts'
import { wordsOf } from '../search/words.ts'
import { eventsOfLayer } from '../state/event-order.ts'
import { type OpenBook, tellRelationships, tellTimeline } from './answers.ts'

/** What a book says that bears on a claim. It gathers; whether it contradicts, the reader judges. */
export type Evidence = {
  kind: 'property' | 'relationship' | 'event' | 'body'
  text: string
  /** Another word of the same enum or list of the schema stands in the claim: look here first. */
  may_conflict: boolean
  source_file: string | null
  line: number | null
}

const textOf = (value: JsonValue): string => {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(textOf).join(', ')
  return isJsonObject(value) ? JSON.stringify(value) : String(value)
}

/** Whether a claim names another value of an enum than the one that holds. */
const namesAnother = (
  values: readonly string[] | undefined,
  value: string,
  claim: ReadonlySet<string>,
): boolean =>
  (values ?? []).some((one) => one !== value && wordsOf(one).every((word) => claim.has(word))) &&
  !wordsOf(value).every((word) => claim.has(word))

const propertyEvidence = (
  { book }: OpenBook,
  entity: Entity,
  claim: ReadonlySet<string>,
): Evidence[] => {
  const type = book.schema.entity_types.find(({ name }) => name === entity.type)
  return Object.entries(entity.properties).map(([name, value]) => {
    const values = type?.properties.find((property) => property.name === name)?.values
    return {
      kind: 'property',
      text: `${entity.name}: ${name} is ${textOf(value)}`,
      may_conflict: namesAnother(values, textOf(value), claim),
      source_file: entity.source?.path ?? null,
      line: Object.hasOwn(entity.lines, name) ? (entity.lines[name] ?? null) : null,
    }
  })
}

const sharedWords = (text: string, claim: ReadonlySet<string>): number =>
  new Set(wordsOf(text).filter((word) => claim.has(word))).size

const bodyEvidence = ({ body, source }: Entity, claim: ReadonlySet<string>): Evidence[] =>
  body
    .split(/\n\s*\n/u)
    .map((paragraph) => paragraph.replace(/\s+/gu, ' ').trim())
    .filter((paragraph) => sharedWords(paragraph, claim) >= 2)
    .slice(0, 5)
    .map((paragraph) => ({
      kind: 'body',
      text: paragraph.slice(0, 400),
      may_conflict: false,
      source_file: source?.path ?? null,
      line: null,
    }))

const eventEvidence = (open: OpenBook, entity: Entity, claim: ReadonlySet<string>): Evidence[] =>
  open.book.project.layers
    .filter(({ name }) => eventsOfLayer(open.book, name).some((event) => event.layer === name))
    .flatMap(({ name }) => tellTimeline(open, { layer: name, entity: entity.key }))
    .map((event) => {
      const changes = event.consequences.map(
        ({ entity: whose, property, change, value }) =>
          `${whose}: ${property} ${change} ${textOf(value)}`,
      )
      const at = event.session === null ? '' : ` (session ${event.session})`
      const text = [`${event.name}${at}`, ...changes].join('; ')
      return {
        kind: 'event' as const,
        text,
        may_conflict: changes.some((change) => sharedWords(change, claim) >= 2),
        source_file: event.source_file,
        line: null,
      }
    })

/** Evidence for and against a claim about an entity: what may conflict first, then what shares most words with it. */
export const gatherEvidence = (open: OpenBook, entity: Entity, claim: string): Evidence[] => {
  const words = new Set(wordsOf(claim))
  const relationships = tellRelationships(open, entity, { depth: 1 }).map(
    ({ from, relationship, name, source_file, line }): Evidence => ({
      kind: 'relationship',
      text: `${from} ${relationship} ${name}`,
      may_conflict: false,
      source_file,
      line,
    }),
  )
  const seen = new Set<string>()
  return [
    ...propertyEvidence(open, entity, words),
    ...eventEvidence(open, entity, words),
    ...relationships,
    ...bodyEvidence(entity, words),
  ]
    .filter(({ kind, text, source_file }) => {
      const key = JSON.stringify([kind, text, source_file])
      return !seen.has(key) && seen.add(key)
    })
    .map((evidence) => ({ evidence, near: sharedWords(evidence.text, words) }))
    .sort(
      (a, b) =>
        Number(b.evidence.may_conflict) - Number(a.evidence.may_conflict) || b.near - a.near,
    )
    .map(({ evidence }) => evidence)
}
