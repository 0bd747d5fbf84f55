import type { Book } from '../book.types.ts'
import type { Note } from '../notes/note.types.ts'
import { countProblems, inReadingOrder, type Problem } from '../problems.ts'
import type { BookProject } from '../project/project.types.ts'
import type { BookSchema } from '../schema/schema.types.ts'
import { cleanupStage } from './cleanup.stage.ts'
import type { Draft, InputFile, Plan, PreviousEntity, Stage } from './draft.types.ts'
import { edgesStage } from './edges.stage.ts'
import { entitiesStage } from './entities.stage.ts'
import { newNameIndex } from './name-index.ts'
import { parseStage } from './parse.stage.ts'
import { relationshipsStage } from './relationships.stage.ts'
import { validateStage } from './validate.stage.ts'

/** From files to a book, in this order. Each takes the draft of the one before and may be run by itself. */
export const STAGES: readonly Stage[] = [
  parseStage,
  validateStage,
  entitiesStage,
  relationshipsStage,
  edgesStage,
  cleanupStage,
]

/** The stages with one more after that of a name; throws where there is none of that name. */
export const withStage = (stages: readonly Stage[], after: string, stage: Stage): Stage[] => {
  const at = stages.findIndex(({ name }) => name === after)
  if (at === -1) throw new Error(`There is no stage "${after}".`)
  return [...stages.slice(0, at + 1), stage, ...stages.slice(at + 1)]
}

export type Summary = {
  files: number
  entities: number
  placeholders: number
  created: number
  updated: number
  deleted: number
  renamed: number
  relationships: number
  events: number
  errors: number
  /** Files that an error keeps out, and those of which the last good version is kept. */
  refused: number
  stale: number
  warnings: number
}

export type IngestInput = {
  project: BookProject
  schema: BookSchema
  files: readonly InputFile[]
  previous?: readonly PreviousEntity[]
  problems?: readonly Problem[]
  /** What files said before, by path: kept where one says nothing readable now. */
  lastGood?: ReadonlyMap<string, Note>
  /** Whether a file that says nothing any more takes with it what it said before. */
  dropsUnsaid?: boolean
  /** Types that the schema has slips in. */
  doubtful?: ReadonlySet<string>
  /** Whether links in texts are relationships, where `lorecraft.yaml` does not say. */
  hasLinkEdges?: boolean
  stages?: readonly Stage[]
}
export type IngestResult = { book: Book; plan: Plan; summary: Summary; reads: Draft['reads'] }

export const newDraft = ({
  project,
  schema,
  files,
  previous = [],
  problems = [],
  lastGood = new Map(),
  dropsUnsaid = false,
  doubtful = new Set(),
  hasLinkEdges = false,
}: IngestInput): Draft => ({
  project,
  schema,
  files,
  previous,
  reads: [],
  lastGood,
  dropsUnsaid,
  doubtful,
  hasLinkEdges: project.links ?? hasLinkEdges,
  notes: [],
  entities: [],
  names: newNameIndex(project, schema),
  references: [],
  edges: [],
  mentions: [],
  events: [],
  plan: { created: [], updated: [], deleted: [], renamed: [] },
  problems: [...problems],
})

/** Files with an error and nothing of them in the book. */
const refusedIn = ({
  entities,
  problems,
  reads,
}: Pick<Draft, 'entities' | 'problems' | 'reads'>): number => {
  const kept = new Set(entities.flatMap(({ source }) => source?.path ?? []))
  const wrong = new Set(
    problems.flatMap(({ severity, file }) => (severity === 'error' ? [file] : [])),
  )
  return reads.filter(({ path }) => wrong.has(path) && !kept.has(path)).length
}

const summaryOf = ({ files, entities, edges, events, plan, problems, reads }: Draft): Summary => ({
  files: files.length,
  entities: entities.length,
  placeholders: entities.filter(({ source }) => source === null).length,
  created: plan.created.length,
  updated: plan.updated.length,
  deleted: plan.deleted.length,
  renamed: plan.renamed.length,
  relationships: edges.length,
  events: events.length,
  errors: countProblems(problems).errors,
  refused: refusedIn({ entities, problems, reads }),
  stale: entities.filter(({ source }) => source?.stale !== undefined).length,
  warnings: countProblems(problems).warnings,
})

/** Makes a book of files. Errors keep a file or a field out, never the whole book. */
export const ingestBook = (input: IngestInput): IngestResult => {
  const draft = (input.stages ?? STAGES).reduce((before, { run }) => run(before), newDraft(input))
  const { project, schema, entities, edges, mentions, events, plan, reads } = draft
  const problems = inReadingOrder(draft.problems)
  return {
    book: { project, schema, entities, edges, mentions, events, problems },
    plan,
    summary: summaryOf(draft),
    reads,
  }
}
