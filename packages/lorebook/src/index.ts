export { seesWhole, viewOfBook, viewRoleOf } from './access/book-view.ts'
export {
  answerEntity,
  answerGraph,
  answerHits,
  answerList,
  answerRelationships,
  answerState,
  answerTimeline,
  type OpenBook,
  openBook,
} from './answers/answers.ts'
export {
  type Evidence,
  gatherEvidence,
  type RelatedText,
  withinBudget,
} from './answers/evidence.ts'
export { type AskedWords, unknownWords } from './answers/unknown-words.ts'
export type {
  Book,
  BookEvent,
  Consequence,
  Edge,
  Effect,
  Entity,
  Mention,
  Stale,
} from './book.types.ts'
export { type CachedLooks, newCachedLooks } from './cached-looks.ts'
export { checkBook } from './checks/check-book.ts'
export { exitCodeOf, sarifOfProblems } from './checks/sarif.ts'
export { exportBook } from './exports/export-book.ts'
export { EXPORT_FORMATS, type ExportFormat, roleForExport } from './exports/export-formats.ts'
export {
  type Part,
  type Selection,
  type Subgraph,
  selectBook,
  selectFrom,
} from './exports/select-book.ts'
export { entitiesNamed, type Graph, handleOf, listEntities, newGraph } from './graph/graph.ts'
export {
  type Direction,
  type Hop,
  MAX_DEPTH,
  type RelationshipQuery,
  relationshipsOf,
} from './graph/relationships.ts'
export { type InferredBook, inferBook } from './infer/infer-schema.ts'
export type { JsonObject, JsonValue } from './json.types.ts'
export { nameKey } from './names.ts'
export { nearestName } from './nearest-name.ts'
export type { Note, SourceFile } from './notes/note.types.ts'
export { MAX_NOTE, type ReadNote, readNote } from './notes/read-note.ts'
export { findPictures, type WrittenPicture } from './pictures/find-pictures.ts'
export { pictureOf } from './pictures/picture-of.ts'
export {
  isDrawing,
  isPicturePath,
  mayBeCalled,
  type PictureType,
  pictureTypeIn,
} from './pictures/picture-type.ts'
export {
  countProblems,
  inReadingOrder,
  newProblem,
  type Problem,
  RULES,
  type RuleName,
  type Severity,
} from './problems.ts'
export { bookPath } from './project/book-path.ts'
export { layerOf } from './project/layers.ts'
export { type BookProject, bookNameOf, type Layer } from './project/project.types.ts'
export { PROJECT_FILE, readProject } from './project/read-project.ts'
export { findNames, type NameFinder, newNameFinder } from './proposals/find-names.ts'
export { newLinkEdges } from './proposals/new-link-edges.ts'
export { type NoteChange, newNote, patchNote } from './proposals/patch-note.ts'
export { type Unlinked, unlinkedNames } from './proposals/unlinked-names.ts'
export { BOOK_ROLES, type BookRole } from './roles.ts'
export { fieldsOf, isEventType, mappingsOf, relationshipTypesOf } from './schema/built-in.ts'
export { jsonSchemas } from './schema/json-schemas.ts'
export { readSchema, SCHEMA_FILE } from './schema/read-schema.ts'
export type {
  BookSchema,
  EntityType,
  FieldMapping,
  Property,
  RelationshipType,
} from './schema/schema.types.ts'
export { type BookHit, type BookIndex, newBookIndex, searchBook } from './search/search-book.ts'
export type {
  Draft,
  InputFile,
  KnownFile,
  Plan,
  PreviousEntity,
  Stage,
} from './stages/draft.types.ts'
export {
  type IngestInput,
  type IngestResult,
  ingestBook,
  newDraft,
  STAGES,
  type Summary,
  withStage,
} from './stages/ingest-book.ts'
export { type CurrentState, currentState, type Provenance } from './state/current-state.ts'
export { type AsOf, eventsOfLayer } from './state/event-order.ts'
export { type TimelineQuery, timelineOf, worldDateProblem } from './state/timeline.ts'
export {
  filesOfTemplate,
  TEMPLATE_NAMES,
  TEMPLATES,
  type TemplateName,
} from './templates/templates.ts'
