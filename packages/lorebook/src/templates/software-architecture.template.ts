import type { BookTemplate } from './template.types.ts'

export const softwareArchitecture: BookTemplate = {
  about: 'Systems, services, decisions and what each release changed',
  layers: `layers:
  # What the system is meant to be.
  - name: architecture
    paths: [./architecture/]
    canonical: true
  # What each iteration did to it, recorded as events. "session" is the number of the iteration.
  - name: delivery
    paths: [./delivery/]
    depends_on: [architecture]
`,
  schema: `version: 1

entity_types:
  - name: system
    properties:
      - { name: purpose, type: string }
      - { name: status, type: enum, values: [planned, live, retired], default: planned }
    field_mappings:
      - { field: owner, relationship: OWNED_BY, target_type: [team] }
  - name: component
    properties:
      - { name: language, type: string }
      - { name: status, type: enum, values: [planned, live, deprecated, retired], default: planned }
      - { name: endpoints, type: list }
    field_mappings:
      - { field: part_of, relationship: PART_OF, target_type: [system] }
      - { field: depends_on, relationship: DEPENDS_ON, target_type: [component, store] }
      - { field: owner, relationship: OWNED_BY, target_type: [team] }
  - name: store
    properties:
      - { name: engine, type: string }
      - { name: holds_personal_data, type: boolean, default: false }
    field_mappings:
      - { field: part_of, relationship: PART_OF, target_type: [system] }
  - name: decision
    properties:
      - { name: status, type: enum, values: [proposed, accepted, superseded, rejected], required: true }
      - { name: decided_on, type: date }
    field_mappings:
      - { field: concerns, relationship: CONCERNS, target_type: [system, component, store] }
      - { field: supersedes, relationship: SUPERSEDES, target_type: [decision] }
  - name: team
    properties:
      - { name: channel, type: string }
  - name: event
    properties:
      - { name: session, type: integer }
      - { name: release, type: string }
    field_mappings:
      - { field: participants, relationship: INVOLVES, target_type: [team] }
      - { field: affects, relationship: AFFECTS }
relationship_types:
  - { name: PART_OF, inverse: CONTAINS }
  - { name: DEPENDS_ON, inverse: NEEDED_BY }
  - { name: OWNED_BY, inverse: OWNS }
  - { name: CONCERNS, inverse: DECIDED_BY }
  - { name: SUPERSEDES, inverse: SUPERSEDED_BY }
  - { name: INVOLVES, inverse: INVOLVED_IN }
  - { name: AFFECTS, inverse: AFFECTED_BY }
`,
}
