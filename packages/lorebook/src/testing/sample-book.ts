import type { SourceFile } from '../notes/note.types.ts'
import { readProject } from '../project/read-project.ts'
import { readSchema } from '../schema/read-schema.ts'
import { ingestBook } from '../stages/ingest-book.ts'

export const SAMPLE_PROJECT = `project: harbour
version: 1
layers:
  - name: setting
    paths: [./setting/]
    canonical: true
  - name: campaign
    paths: [./campaign/]
    depends_on: [setting]
  - name: what-if
    paths: [./what-if/]
    depends_on: [campaign]
    overrides: true
    until_session: 12
  - name: elsewhere
    paths: [./elsewhere/]
exclude: [./setting/drafts]
`

export const SAMPLE_SCHEMA = `version: 1
entity_types:
  - name: place
    properties:
      - { name: status, type: enum, values: [thriving, destroyed], default: thriving }
      - { name: people, type: integer }
    field_mappings:
      - { field: within, relationship: WITHIN, target_type: place }
  - name: person
    properties:
      - { name: role, type: string, required: true }
      - { name: status, type: enum, values: [alive, dead], default: alive }
      - { name: visible, type: enum, values: [true, false], default: true }
    field_mappings:
      - { field: home, relationship: LIVES_IN, target_type: [place] }
      - { field: guild, relationship: MEMBER_OF, target_type: [guild] }
      - { field: friends, relationship: KNOWS, target_type: [person] }
  - name: guild
    properties:
      - { name: territory, type: list }
  - name: event
    field_mappings:
      - { field: participants, relationship: INVOLVES, target_type: [person, guild] }
      - { field: location, relationship: OCCURS_IN, target_type: [place] }
      - { field: affects, relationship: AFFECTS }
relationship_types:
  - { name: WITHIN, inverse: CONTAINS }
  - { name: LIVES_IN, inverse: HOME_OF }
  - { name: MEMBER_OF, inverse: HAS_MEMBER }
  - { name: KNOWS, symmetric: true }
  - { name: INVOLVES, inverse: INVOLVED_IN }
  - { name: OCCURS_IN, inverse: SCENE_OF }
  - { name: AFFECTS, inverse: AFFECTED_BY }
`

export const sampleProject = () => {
  const { project } = readProject(SAMPLE_PROJECT)
  if (project === undefined) throw new Error('The sample project is wrong.')
  return project
}

export const sampleSchema = () => {
  const { schema } = readSchema(SAMPLE_SCHEMA)
  if (schema === undefined) throw new Error('The sample schema is wrong.')
  return schema
}

/** A file; its hash stands for its text. */
export const file = (path: string, frontMatter: string, body = ''): SourceFile => {
  const text = `---\n${frontMatter.trim()}\n---\n${body}`
  return { path, hash: `${text.length}:${text}`, text }
}

export const ingestSample = (files: readonly SourceFile[]) =>
  ingestBook({ project: sampleProject(), schema: sampleSchema(), files })
