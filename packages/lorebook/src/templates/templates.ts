import { fantasyRpg } from './fantasy-rpg.template.ts'
import { fiction } from './fiction.template.ts'
import { knowledgeBase } from './knowledge-base.template.ts'
import { organisation } from './organisation.template.ts'
import { research } from './research.template.ts'
import { softwareArchitecture } from './software-architecture.template.ts'
import { tabletopCampaign } from './tabletop-campaign.template.ts'
import type { BookTemplate } from './template.types.ts'

/** The domains a book may start from. They are data: nothing in the code knows any of their words. */
export const TEMPLATES = {
  'software-architecture': softwareArchitecture,
  'tabletop-campaign': tabletopCampaign,
  'fantasy-rpg': fantasyRpg,
  fiction,
  'knowledge-base': knowledgeBase,
  research,
  organisation,
} as const satisfies Record<string, BookTemplate>

export type TemplateName = keyof typeof TEMPLATES
export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[]

/** The two files of a new book. `name` is quoted as YAML wants it. */
export const filesOfTemplate = (
  template: TemplateName,
  name: string,
): { 'lorecraft.yaml': string; 'schema.yaml': string } => {
  const { layers, schema } = TEMPLATES[template]
  const project = `project: ${JSON.stringify(name)}\nversion: 1\n\n${layers}\n# Links in texts are relationships.\nlinks: true\nexclude: []\n`
  return { 'lorecraft.yaml': project, 'schema.yaml': schema }
}
