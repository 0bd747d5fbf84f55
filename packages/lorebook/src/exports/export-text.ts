import type { Edge, Entity } from '../book.types.ts'
import { nameKey } from '../names.ts'
import { relationshipTypesOf } from '../schema/built-in.ts'
import type { Part } from './select-book.ts'
import { markdownText, textOf } from './text-of.ts'

/** Each relationship as it reads from both its ends. */
export const relationsByEntity = ({ schema, entities, edges }: Part): Map<string, string[]> => {
  const names = new Map(entities.map(({ key, name }) => [key, name]))
  const types = new Map(relationshipTypesOf(schema).map((type) => [type.name, type]))
  const lines = new Map<string, string[]>()
  const add = (key: string, relationship: string, other: string): void => {
    const line = `${relationship} ${names.get(other) ?? other}`
    const own = lines.get(key)
    if (own) own.push(line)
    else lines.set(key, [line])
  }
  for (const { from, to, relationship } of edges satisfies readonly Edge[]) {
    const type = types.get(relationship)
    add(from, relationship, to)
    if (from !== to) add(to, type?.inverse ?? relationship, from)
  }
  return lines
}

const firstParagraph = (body: string): string => {
  const paragraphs = body.split(/\n\s*\n/u).map((one) => one.trim())
  return paragraphs.find((one) => one !== '' && !one.startsWith('#')) ?? ''
}

const byName = (entities: readonly Entity[]): Entity[] =>
  [...entities].sort((a, b) => (nameKey(a.name) < nameKey(b.name) ? -1 : 1))

/** All names in order of the alphabet, each with what it is in a line: the index at the end of a book. */
export const asGazetteer = (part: Part): string => {
  const relations = relationsByEntity(part)
  const lines = byName(part.entities).flatMap((entity) => {
    const also =
      entity.aliases.length === 0 ? '' : ` (also ${markdownText(entity.aliases.join(', '))})`
    const about = firstParagraph(entity.body)
    const known = (relations.get(entity.key) ?? []).slice(0, 6).join('; ')
    const text = [entity.type ?? 'unknown', known, about].filter((one) => one !== '').join('. ')
    return [`- **${markdownText(entity.name)}**${also}: ${markdownText(text)}`]
  })
  return [`# ${markdownText(part.project.project)}: gazetteer`, '', ...lines, ''].join('\n')
}

/** What is known of each, with its whole text: to print and to hand out. Made of a role's view, it holds what that role sees. */
export const asHandout = (part: Part): string => {
  const relations = relationsByEntity(part)
  const sections = byName(part.entities)
    .filter(({ source }) => source !== null)
    .flatMap((entity) => [
      `## ${markdownText(entity.name)}`,
      '',
      ...[['type', entity.type ?? ''] as const, ...Object.entries(entity.properties)]
        .filter(([, value]) => textOf(value) !== '')
        .map(([name, value]) => `- ${markdownText(name)}: ${markdownText(textOf(value))}`),
      ...(relations.get(entity.key) ?? []).map((line) => `- ${markdownText(line)}`),
      '',
      ...(entity.body.trim() === '' ? [] : [entity.body.trim(), '']),
    ])
  return [`# ${markdownText(part.project.project)}`, '', ...sections].join('\n')
}
