import type { BookTemplate } from './template.types.ts'

export const organisation: BookTemplate = {
  about: 'People, roles, processes and suppliers of a company, and what changed when',
  layers: `layers:
  - name: handbook
    paths: [./handbook/]
    canonical: true
  - name: log
    paths: [./log/]
    depends_on: [handbook]
`,
  schema: `version: 1

entity_types:
  - name: person
    properties:
      - { name: since, type: date }
      - { name: status, type: enum, values: [active, on leave, left], default: active }
    field_mappings:
      - { field: unit, relationship: WORKS_IN, target_type: [unit] }
      - { field: reports_to, relationship: REPORTS_TO, target_type: [person] }
  - name: unit
    properties:
      - { name: purpose, type: string }
    field_mappings:
      - { field: part_of, relationship: PART_OF, target_type: [unit] }
  - name: process
    properties:
      - { name: cadence, type: enum, values: [daily, weekly, monthly, yearly, on demand], default: on demand }
      - { name: steps, type: list }
    field_mappings:
      - { field: owner, relationship: OWNED_BY, target_type: [person, unit] }
      - { field: relies_on, relationship: RELIES_ON, target_type: [process, supplier] }
  - name: supplier
    properties:
      - { name: contract_until, type: date }
      - { name: critical, type: boolean, default: false }
  - name: event
    properties:
      - { name: session, type: integer }
    field_mappings:
      - { field: participants, relationship: INVOLVES, target_type: [person, unit] }
      - { field: affects, relationship: AFFECTS }
relationship_types:
  - { name: WORKS_IN, inverse: HAS_PERSON }
  - { name: REPORTS_TO, inverse: LEADS }
  - { name: PART_OF, inverse: CONTAINS }
  - { name: OWNED_BY, inverse: OWNS }
  - { name: RELIES_ON, inverse: RELIED_ON_BY }
  - { name: INVOLVES, inverse: INVOLVED_IN }
  - { name: AFFECTS, inverse: AFFECTED_BY }
`,
}
