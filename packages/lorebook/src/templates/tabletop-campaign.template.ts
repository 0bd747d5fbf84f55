import type { BookTemplate } from './template.types.ts'

export const tabletopCampaign: BookTemplate = {
  about: 'A world to play in, and what each session changed in it',
  layers: `layers:
  - name: setting
    paths: [./setting/]
    canonical: true
  - name: campaign
    paths: [./campaign/]
    depends_on: [setting]
`,
  schema: `version: 1

entity_types:
  - name: place
    properties:
      - { name: kind, type: enum, values: [region, city, town, village, ruin, wilderness] }
      - { name: status, type: enum, values: [thriving, troubled, destroyed], default: thriving }
    field_mappings:
      - { field: within, relationship: WITHIN, target_type: [place] }
  - name: character
    properties:
      - { name: role, type: string }
      - { name: status, type: enum, values: [alive, dead, missing], default: alive }
      - { name: visibility, type: enum, values: [players, referee], default: referee }
    field_mappings:
      - { field: home, relationship: LIVES_IN, target_type: [place] }
      - { field: member_of, relationship: MEMBER_OF, target_type: [group] }
      - { field: allies, relationship: ALLIED_WITH, target_type: [character, group] }
  - name: group
    properties:
      - { name: aim, type: string }
      - { name: territory, type: list }
    field_mappings:
      - { field: seat, relationship: SEATED_IN, target_type: [place] }
      - { field: enemies, relationship: AT_ODDS_WITH, target_type: [character, group] }
  - name: item
    properties:
      - { name: power, type: string }
    field_mappings:
      - { field: held_by, relationship: HELD_BY, target_type: [character, group] }
  - name: event
    properties:
      - { name: session, type: integer }
      - { name: date_in_world, type: string }
    field_mappings:
      - { field: participants, relationship: INVOLVES, target_type: [character, group] }
      - { field: location, relationship: HAPPENED_IN, target_type: [place] }
      - { field: affects, relationship: AFFECTS }
relationship_types:
  - { name: WITHIN, inverse: SURROUNDS }
  - { name: LIVES_IN, inverse: HOME_OF }
  - { name: MEMBER_OF, inverse: HAS_MEMBER }
  - { name: ALLIED_WITH, symmetric: true }
  - { name: AT_ODDS_WITH, symmetric: true }
  - { name: SEATED_IN, inverse: SEAT_OF }
  - { name: HELD_BY, inverse: HOLDS }
  - { name: INVOLVES, inverse: INVOLVED_IN }
  - { name: HAPPENED_IN, inverse: SCENE_OF }
  - { name: AFFECTS, inverse: AFFECTED_BY }
`,
}
