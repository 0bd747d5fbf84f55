import type { Entity } from '../book.types.ts'
import { relationshipsOf } from '../graph/relationships.ts'
import { isJsonObject, type JsonValue } from '../json.types.ts'
import { nameKey } from '../names.ts'
import { wordsOf } from '../search/words.ts'
import { eventsOfLayer } from '../state/event-order.ts'
import { answerRelationships, answerTimeline, type OpenBook } from './answers.ts'
import { namesAnotherEnd, saysOtherwise } from './contradicts.ts'

/** What a book says that bears on a claim. It gathers; whether it contradicts, the reader judges. */
export type Evidence = {
  kind: 'property' | 'relationship' | 'event' | 'body' | 'memory'
  text: string
  /** Another word of the same enum or list of the schema stands in the claim: look here first. */
  may_conflict: boolean
  source_file: string | null
  line: number | null
  /** Of what stands in no file of the book: where it is read. */
  found_in?: { id: string; url: string }
}

/** What a team has written down elsewhere that may bear on a claim. */
export type RelatedText = { id: string; url: string; text: string }

const textOf = (value: JsonValue): string => {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(textOf).join(', ')
  return isJsonObject(value) ? JSON.stringify(value) : String(value)
}

const DENIAL = new Set([
  'not',
  'never',
  'no',
  'nobody',
  'none',
  'without',
  'longer',
  'nicht',
  'kein',
  'keine',
  'nie',
])

/** Whether a claim denies what it names, or a truth value that holds. */
const denies = (said: string, words: ReadonlySet<string>): boolean =>
  [...words].some((word) => DENIAL.has(word)) &&
  wordsOf(said)
    .filter((word) => word.length > 2)
    .some((word) => words.has(word))

/** Whether a claim names another value of an enum than the one that holds. */
const namesAnother = (
  values: readonly string[] | undefined,
  value: string,
  claim: ReadonlySet<string>,
): boolean =>
  (values ?? []).some((one) => one !== value && wordsOf(one).every((word) => claim.has(word))) &&
  !wordsOf(value).every((word) => claim.has(word))

type Claim = { words: ReadonlySet<string>; sentence: string }

const enumsOf = ({ book }: OpenBook, entity: Entity) =>
  book.schema.entity_types.find(({ name }) => name === entity.type)?.properties ?? []

/** Whether a value of a property may be another than a claim says. */
const mayBeOtherwise = (
  open: OpenBook,
  entity: Entity,
  { name, value }: { name: string; value: JsonValue },
  { words, sentence }: Claim,
): boolean => {
  const values = enumsOf(open, entity).find((property) => property.name === name)?.values
  return (
    namesAnother(values, textOf(value), words) ||
    saysOtherwise(name, value, { words, sentence }) ||
    denies(typeof value === 'boolean' ? name : textOf(value), words)
  )
}

const propertyEvidence = (open: OpenBook, entity: Entity, claim: Claim): Evidence[] =>
  Object.entries(entity.properties).map(([name, value]) => {
    return {
      kind: 'property',
      text: `${entity.name}: ${name} is ${textOf(value)}`,
      may_conflict: mayBeOtherwise(open, entity, { name, value }, claim),
      source_file: entity.source?.path ?? null,
      line: Object.hasOwn(entity.lines, name) ? (entity.lines[name] ?? null) : null,
    }
  })

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

const isNamed = ({ name, aliases }: Entity, called: string): boolean =>
  [name, ...aliases].some((one) => nameKey(one) === nameKey(called))

const eventEvidence = (open: OpenBook, entity: Entity, claim: Claim): Evidence[] =>
  open.book.project.layers
    .filter(({ name }) => eventsOfLayer(open.book, name).some((event) => event.layer === name))
    .flatMap(({ name }) => answerTimeline(open, { layer: name, entity: entity.key }))
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
        may_conflict:
          changes.some((change) => sharedWords(change, claim.words) >= 2) ||
          event.consequences.some(
            ({ entity: whose, property, change, value }) =>
              change === 'set' &&
              isNamed(entity, whose) &&
              mayBeOtherwise(open, entity, { name: property, value }, claim),
          ),
        source_file: event.source_file,
        line: null,
      }
    })

/** Whether a text names an entity, by all words of its name or of an alias. */
const namesEntity = ({ name, aliases }: Entity, words: ReadonlySet<string>): boolean =>
  [name, ...aliases].some((one) => wordsOf(one).every((word) => words.has(word)))

/** Texts of the team that name the entity; one conflicts that has another word of an enum than the claim, or is denied. */
const relatedEvidence = (
  open: OpenBook,
  entity: Entity,
  { words }: Claim,
  texts: readonly RelatedText[],
): Evidence[] =>
  texts.flatMap(({ id, url, text }): Evidence[] => {
    const said = new Set(wordsOf(text))
    if (!namesEntity(entity, said)) return []
    const has = (value: string, where: ReadonlySet<string>): boolean =>
      wordsOf(value).every((word) => where.has(word))
    const isOtherwise = enumsOf(open, entity).some(({ values }) =>
      (values ?? []).some((value) => has(value, said) && namesAnother(values, value, words)),
    )
    const isDenied =
      [...said].some((word) => DENIAL.has(word)) !== [...words].some((word) => DENIAL.has(word)) &&
      [...said].filter((word) => word.length > 2 && words.has(word)).length >= 2
    return [
      {
        kind: 'memory',
        text,
        may_conflict: isOtherwise || isDenied,
        source_file: null,
        line: null,
        found_in: { id, url },
      },
    ]
  })

/** Neighbours that the claim names too: what holds of them bears on it. */
const neighboursNamed = (
  { graph }: OpenBook,
  { key }: Entity,
  words: ReadonlySet<string>,
): Entity[] =>
  relationshipsOf(graph, key, { depth: 1 })
    .flatMap(({ to }) => graph.byKey.get(to) ?? [])
    .filter(({ name }) => wordsOf(name).every((word) => words.has(word)))
    .slice(0, 10)

/** Evidence for and against a claim about an entity: what may conflict first, then what shares most words with it. */
export const gatherEvidence = (
  open: OpenBook,
  entity: Entity,
  sentence: string,
  related: readonly RelatedText[] = [],
): Evidence[] => {
  const words = new Set(wordsOf(sentence))
  const claim = { words, sentence }
  const isElsewhere = namesAnotherEnd(open, entity, words)
  const relationships = answerRelationships(open, entity, { depth: 1 }).map(
    ({ from, relationship, direction, name, source_file, line }): Evidence => ({
      kind: 'relationship',
      text: `${from} ${relationship} ${name}`,
      // A denied relationship, or one stated while the claim names another end for it.
      may_conflict: denies(name, words) || isElsewhere({ relationship, name, direction }),
      source_file,
      line,
    }),
  )
  const neighbours = neighboursNamed(open, entity, words)
  const seen = new Set<string>()
  return [
    ...propertyEvidence(open, entity, claim),
    ...neighbours.flatMap((one) => propertyEvidence(open, one, claim)),
    ...eventEvidence(open, entity, claim),
    ...relationships,
    ...bodyEvidence(entity, words),
    ...relatedEvidence(open, entity, claim, related),
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

/** As much of the evidence as fits, whole pieces, first ones first; one that is too long leaves room for shorter ones. */
export const withinBudget = (
  evidence: readonly Evidence[],
  characters: number,
): { items: Evidence[]; left_out: number } => {
  let room = characters
  const items = evidence.filter(({ text }) => {
    if (text.length > room) return false
    room -= text.length
    return true
  })
  return { items, left_out: evidence.length - items.length }
}
