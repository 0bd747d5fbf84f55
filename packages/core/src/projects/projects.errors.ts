import { defineError } from '../errors.ts'

export const projectNotFound = defineError(
  'not_found',
  'project.not_found',
  'There is no such project that you may see; `lore projects` shows them.',
)

export const projectFollows = defineError(
  'conflict',
  'project.follows',
  'This is a folder of a repository that keeps its folders apart; set the project of the repository instead, which counts for both.',
)
