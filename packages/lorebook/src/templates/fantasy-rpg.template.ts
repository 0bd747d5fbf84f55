import type { BookTemplate } from './template.types.ts'

export const fantasyRpg: BookTemplate = {
  about: 'A fantasy world with its peoples and powers, and the campaigns that change it',
  layers: `layers:
  - name: setting
    paths: [./lore/]
    canonical: true
  - name: campaign
    paths: [./campaign/]
    depends_on: [setting]
`,
  schema: `version: 1

entity_types:
  - name: region
    properties:
      - { name: terrain, type: string }
      - { name: climate, type: string }
    field_mappings:
      - { field: part_of, relationship: PART_OF, target_type: [region] }
      - { field: ruled_by, relationship: RULED_BY, target_type: [npc, faction] }
  - name: settlement
    properties:
      - { name: size, type: enum, values: [hamlet, village, town, city] }
      - { name: status, type: enum, values: [thriving, declining, ruined], default: thriving }
      - { name: population, type: integer }
    field_mappings:
      - { field: region, relationship: PART_OF, target_type: [region] }
      - { field: ruled_by, relationship: RULED_BY, target_type: [npc, faction] }
  - name: npc
    properties:
      - { name: role, type: string }
      - { name: ancestry, type: string }
      - { name: status, type: enum, values: [alive, dead, missing, unknown], default: alive }
      - { name: visibility, type: enum, values: [player, gm], default: gm }
    field_mappings:
      - { field: location, relationship: LOCATED_IN, target_type: [settlement, region] }
      - { field: faction, relationship: MEMBER_OF, target_type: [faction] }
      - { field: allies, relationship: ALLIED_WITH, target_type: [npc, faction] }
      - { field: enemies, relationship: HOSTILE_TO, target_type: [npc, faction] }
  - name: faction
    properties:
      - { name: influence, type: enum, values: [local, regional, continental] }
      - { name: goals, type: list }
      - { name: visibility, type: enum, values: [player, gm], default: player }
    field_mappings:
      - { field: operates_in, relationship: OPERATES_IN, target_type: [settlement, region] }
      - { field: leader, relationship: LED_BY, target_type: [npc] }
  - name: item
    properties:
      - { name: rarity, type: enum, values: [common, uncommon, rare, legendary] }
      - { name: visibility, type: enum, values: [player, gm], default: player }
    field_mappings:
      - { field: held_by, relationship: HELD_BY, target_type: [npc, faction, settlement] }
  - name: lore
    properties:
      - { name: topic, type: string }
      - { name: visibility, type: enum, values: [player, gm], default: player }
    field_mappings:
      - { field: about, relationship: ABOUT }
  - name: rumour
    properties:
      - { name: verified, type: enum, values: [true, false, unknown], default: unknown }
      - { name: visibility, type: enum, values: [player, gm], default: gm }
    field_mappings:
      - { field: about, relationship: ABOUT }
      - { field: heard_from, relationship: HEARD_FROM, target_type: [npc] }
  - name: event
    field_mappings:
      - { field: participants, relationship: INVOLVES, target_type: [npc, faction] }
      - { field: location, relationship: OCCURS_IN, target_type: [settlement, region] }
      - { field: affects, relationship: AFFECTS }

relationship_types:
  - { name: PART_OF, inverse: CONTAINS }
  - { name: RULED_BY, inverse: RULES }
  - { name: LOCATED_IN, inverse: HAS_PRESENT }
  - { name: MEMBER_OF, inverse: HAS_MEMBER }
  - { name: LED_BY, inverse: LEADS }
  - { name: OPERATES_IN, inverse: HAS_FACTION }
  - { name: HELD_BY, inverse: HOLDS }
  - { name: ALLIED_WITH, symmetric: true }
  - { name: HOSTILE_TO, symmetric: true }
  - { name: ABOUT, inverse: SUBJECT_OF }
  - { name: HEARD_FROM, inverse: SOURCE_OF }
  - { name: INVOLVES, inverse: INVOLVED_IN }
  - { name: OCCURS_IN, inverse: HAS_EVENT }
  - { name: AFFECTS, inverse: AFFECTED_BY }

# What only the game master may see: a handout leaves it out.
visibility:
  property: visibility
  needs: { gm: member }
`,
}
