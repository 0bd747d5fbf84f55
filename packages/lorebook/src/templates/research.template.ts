import type { BookTemplate } from './template.types.ts'

export const research: BookTemplate = {
  about: 'Papers, methods, datasets and claims, and what each meeting concluded',
  layers: `layers:
  - name: literature
    paths: [./literature/]
    canonical: true
  - name: study
    paths: [./study/]
    depends_on: [literature]
`,
  schema: `version: 1

entity_types:
  - name: paper
    properties:
      - { name: year, type: integer, required: true }
      - { name: venue, type: string }
    field_mappings:
      - { field: authors, relationship: WRITTEN_BY, target_type: [researcher] }
      - { field: cites, relationship: CITES, target_type: [paper] }
      - { field: uses, relationship: USES, target_type: [method, dataset] }
  - name: researcher
    properties:
      - { name: affiliation, type: string }
  - name: method
    properties:
      - { name: family, type: string }
    field_mappings:
      - { field: extends, relationship: EXTENDS, target_type: [method] }
  - name: dataset
    properties:
      - { name: size, type: integer }
      - { name: licence, type: string }
  - name: claim
    properties:
      - { name: confidence, type: enum, values: [open, likely, settled, refuted], default: open }
    field_mappings:
      - { field: supported_by, relationship: SUPPORTED_BY, target_type: [paper, dataset] }
      - { field: disputed_by, relationship: DISPUTED_BY, target_type: [paper, claim] }
  - name: meeting
    event: true
    properties:
      - { name: session, type: integer }
    field_mappings:
      - { field: participants, relationship: ATTENDED_BY, target_type: [researcher] }
      - { field: affects, relationship: DISCUSSES }
relationship_types:
  - { name: WRITTEN_BY, inverse: WROTE }
  - { name: CITES, inverse: CITED_BY }
  - { name: USES, inverse: USED_BY }
  - { name: EXTENDS, inverse: EXTENDED_BY }
  - { name: SUPPORTED_BY, inverse: SUPPORTS }
  - { name: DISPUTED_BY, inverse: DISPUTES }
  - { name: ATTENDED_BY, inverse: ATTENDED }
  - { name: DISCUSSES, inverse: DISCUSSED_IN }
`,
}
