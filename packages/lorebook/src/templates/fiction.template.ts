import type { BookTemplate } from './template.types.ts'

export const fiction: BookTemplate = {
  about: 'The people, places and secrets of a novel, and its chapters',
  layers: `layers:
  - name: bible
    paths: [./bible/]
    canonical: true
  # "session" is the number of the chapter.
  - name: draft
    paths: [./draft/]
    depends_on: [bible]
`,
  schema: `version: 1

entity_types:
  - name: person
    properties:
      - { name: age, type: integer }
      - { name: wants, type: string }
      - { name: status, type: enum, values: [alive, dead, unknown], default: alive }
      - { name: knows, type: list }
    field_mappings:
      - { field: lives_in, relationship: LIVES_IN, target_type: [place] }
      - { field: family, relationship: FAMILY_OF, target_type: [person] }
      - { field: rivals, relationship: RIVAL_OF, target_type: [person] }
  - name: place
    properties:
      - { name: mood, type: string }
    field_mappings:
      - { field: within, relationship: WITHIN, target_type: [place] }
  - name: secret
    properties:
      - { name: revealed, type: boolean, default: false }
    field_mappings:
      - { field: about, relationship: ABOUT }
      - { field: kept_by, relationship: KEPT_BY, target_type: [person] }
  - name: chapter
    event: true
    properties:
      - { name: session, type: integer, required: true }
      - { name: point_of_view, type: string }
    field_mappings:
      - { field: participants, relationship: FEATURES, target_type: [person] }
      - { field: location, relationship: SET_IN, target_type: [place] }
      - { field: affects, relationship: AFFECTS }
relationship_types:
  - { name: LIVES_IN, inverse: HOME_OF }
  - { name: FAMILY_OF, symmetric: true }
  - { name: RIVAL_OF, symmetric: true }
  - { name: WITHIN, inverse: SURROUNDS }
  - { name: ABOUT, inverse: SUBJECT_OF }
  - { name: KEPT_BY, inverse: KEEPS }
  - { name: FEATURES, inverse: APPEARS_IN }
  - { name: SET_IN, inverse: SCENE_OF }
  - { name: AFFECTS, inverse: AFFECTED_BY }
`,
}
