export { withDistinctNames } from './distinct-names.ts'
export { keepProject } from './project-href.ts'
export { ProjectList } from './project-list.tsx'
export { useProjectNames, useProjectOptions, useProjects } from './use-projects.ts'
