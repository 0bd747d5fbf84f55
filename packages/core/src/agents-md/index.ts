export { makeImportAgentsMd } from './import-file.ts'
export { makeCheckAgentsMd, makeExportAgentsMd } from './merge-file.ts'
export {
  makeGetAgentsMdPolicy,
  makeRemoveAgentsMdPolicy,
  makeSetAgentsMdPolicy,
} from './policy.ts'
export { makeGetAgentsMd } from './section-of-project.ts'
