import { defineError } from '../errors.ts'

export const projectNotFound = defineError(
  'not_found',
  'code.project_not_found',
  'No project of that name is known here. `lore status` shows whether this machine sends; `lore graph build` makes the code of a project known.',
)
export const graphNotFound = defineError(
  'not_found',
  'code.graph_not_found',
  'The code of this project is not known yet. Run `lore graph build` in its folder.',
)
export const codeFileNotFound = defineError(
  'not_found',
  'code.file_not_found',
  'The code graph of this project has no such file. Run `lore graph build` if it is new.',
)
export const codeFolderNotFound = defineError(
  'not_found',
  'code.folder_not_found',
  'Nothing is known below this folder. Folders are named from the root of the project, without a slash at the end.',
)
