import type { BookTemplate } from './template.types.ts'

export const knowledgeBase: BookTemplate = {
  about: 'Articles, terms and how-tos of a team, who keeps them, and what was decided when',
  layers: `layers:
  - name: articles
    paths: [./articles/]
    canonical: true
  - name: log
    paths: [./log/]
    depends_on: [articles]
`,
  schema: `version: 1

entity_types:
  - name: article
    properties:
      - { name: status, type: enum, values: [draft, current, outdated], default: current }
      - { name: reviewed, type: date }
    field_mappings:
      - { field: topic, relationship: ABOUT, target_type: [topic] }
      - { field: owner, relationship: KEPT_BY, target_type: [person, group] }
      - { field: replaces, relationship: REPLACES, target_type: [article] }
      - { field: sources, relationship: RESTS_ON, target_type: [source] }
  - name: how-to
    properties:
      - { name: status, type: enum, values: [draft, current, outdated], default: current }
    field_mappings:
      - { field: topic, relationship: ABOUT, target_type: [topic] }
      - { field: owner, relationship: KEPT_BY, target_type: [person, group] }
      - { field: needs, relationship: NEEDS, target_type: [how-to, article] }
  - name: topic
    field_mappings:
      - { field: part_of, relationship: PART_OF, target_type: [topic] }
  - name: person
    properties:
      - { name: role, type: string }
    field_mappings:
      - { field: groups, relationship: MEMBER_OF, target_type: [group] }
  - name: group
  - name: source
    properties:
      - { name: url, type: string }
      - { name: published, type: date }
  - name: event
    field_mappings:
      - { field: affects, relationship: AFFECTS }
      - { field: decided_by, relationship: DECIDED_BY, target_type: [person, group] }

relationship_types:
  - { name: ABOUT, inverse: COVERED_BY }
  - { name: KEPT_BY, inverse: KEEPS }
  - { name: REPLACES, inverse: REPLACED_BY }
  - { name: RESTS_ON, inverse: SUPPORTS }
  - { name: NEEDS, inverse: NEEDED_BY }
  - { name: PART_OF, inverse: CONTAINS }
  - { name: MEMBER_OF, inverse: HAS_MEMBER }
  - { name: AFFECTS, inverse: AFFECTED_BY }
  - { name: DECIDED_BY, inverse: DECIDED }
`,
}
