import { defineError } from '../errors.ts'

export const projectWithoutRemote = defineError(
  'invalid',
  'import.project_without_remote',
  'Records can only be sent to a project with a git remote; give its remote URL, or leave `project` out.',
)
