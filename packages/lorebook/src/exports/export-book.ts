import type { Entity } from '../book.types.ts'
import { relationshipTypesOf } from '../schema/built-in.ts'
import type { ExportFormat } from './export-formats.ts'
import { asSite } from './export-site.ts'
import { asGazetteer, asHandout } from './export-text.ts'
import type { Part } from './select-book.ts'
import { markdownText, textOf } from './text-of.ts'

const asJson = ({ project, entities, edges }: Part): string =>
  `${JSON.stringify(
    {
      book: project.project,
      entities: entities.map(
        ({ key, name, layer, type, aliases, tags, properties, body, source }) => ({
          key,
          name,
          layer,
          type,
          aliases,
          tags,
          properties,
          body,
          source: source?.path ?? null,
        }),
      ),
      relationships: edges.map(({ from, to, relationship }) => ({ from, to, relationship })),
    },
    null,
    2,
  )}\n`

const row = (cells: readonly string[]): string => `| ${cells.map(markdownText).join(' | ')} |`

const tableOf = (type: string, entities: readonly Entity[], columns: readonly string[]): string => {
  const head = ['name', 'layer', ...columns, 'tags']
  return [
    `## ${markdownText(type)}`,
    '',
    row(head),
    `|${head.map(() => ' --- |').join('')}`,
    ...entities.map(({ name, layer, properties, tags }) =>
      row([
        name,
        layer,
        ...columns.map((column) =>
          textOf(Object.hasOwn(properties, column) ? properties[column] : null),
        ),
        tags.join(', '),
      ]),
    ),
    '',
  ].join('\n')
}

const asMarkdown = ({ project, schema, entities, edges }: Part): string => {
  const names = new Map(entities.map(({ key, name }) => [key, name]))
  const of = (type: string): Entity[] =>
    entities.filter((entity) => (entity.type ?? 'unknown') === type)
  const types = [...schema.entity_types.map(({ name }) => name), 'unknown']
  const tables = types.flatMap((type) => {
    const found = of(type)
    const columns = schema.entity_types.find(({ name }) => name === type)?.properties ?? []
    return found.length === 0
      ? []
      : [
          tableOf(
            type,
            found,
            columns.map(({ name }) => name),
          ),
        ]
  })
  const relations = edges.map(({ from, to, relationship }) =>
    row([names.get(from) ?? from, relationship, names.get(to) ?? to]),
  )
  const last =
    relations.length === 0
      ? []
      : [
          '## Relationships',
          '',
          '| from | relationship | to |',
          '| --- | --- | --- |',
          ...relations,
          '',
        ]
  return [`# ${markdownText(project.project)}`, '', ...tables, ...last].join('\n')
}

const mermaidText = (text: string): string =>
  text.replace(/[^\p{L}\p{N} .,:;_'-]/gu, (sign) => `#${sign.codePointAt(0)};`)

const drawn = ({ schema, entities, edges }: Part) => {
  const symmetric = new Set(
    relationshipTypesOf(schema)
      .filter((type) => type.symmetric)
      .map(({ name }) => name),
  )
  const ids = new Map(entities.map(({ key }, at) => [key, `n${at}`]))
  return {
    nodes: entities.map(({ key, name, source }) => ({
      id: ids.get(key) ?? '',
      name,
      isKnown: source !== null,
    })),
    arrows: edges.map(({ from, to, relationship }) => ({
      from: ids.get(from) ?? '',
      to: ids.get(to) ?? '',
      relationship,
      isSymmetric: symmetric.has(relationship),
    })),
  }
}

const asMermaid = (part: Part): string => {
  const { nodes, arrows } = drawn(part)
  return [
    'graph LR',
    ...nodes.map(({ id, name, isKnown }) => {
      const text = `"${mermaidText(name)}"`
      return `  ${id}${isKnown ? `[${text}]` : `(${text})`}`
    }),
    ...arrows.map(
      ({ from, to, relationship, isSymmetric }) =>
        `  ${from} ${isSymmetric ? '---' : '-->'}|"${mermaidText(relationship)}"| ${to}`,
    ),
    '',
  ].join('\n')
}

const dotText = (text: string): string =>
  `"${text.replace(/[\\"]/gu, '\\$&').replace(/\s+/gu, ' ')}"`

const asGraphviz = (part: Part): string => {
  const { nodes, arrows } = drawn(part)
  return [
    `digraph ${dotText(part.project.project)} {`,
    ...nodes.map(
      ({ id, name, isKnown }) =>
        `  ${id} [label=${dotText(name)}${isKnown ? '' : ', style=dashed'}];`,
    ),
    ...arrows.map(
      ({ from, to, relationship, isSymmetric }) =>
        `  ${from} -> ${to} [label=${dotText(relationship)}${isSymmetric ? ', dir=none' : ''}];`,
    ),
    '}',
    '',
  ].join('\n')
}

const WRITERS: Record<ExportFormat, (part: Part) => string> = {
  json: asJson,
  markdown: asMarkdown,
  mermaid: asMermaid,
  graphviz: asGraphviz,
  gazetteer: asGazetteer,
  handout: asHandout,
  site: asSite,
}

/** A part of a book as text of a format. Names from notes are escaped; none of them is markup. */
export const exportBook = (part: Part, format: ExportFormat): string => WRITERS[format](part)
