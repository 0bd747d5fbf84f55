import { join } from 'node:path'
import type { Surroundings } from '../surroundings.ts'

/** VS Code and the editors made from it, by the name of their folder. */
const EDITORS = [
  'Code',
  'Code - Insiders',
  'VSCodium',
  'Cursor',
  'Windsurf',
  'Windsurf - Next',
  'Trae',
]

/** Where the server part of an editor keeps its data when it is used from another machine. */
const SERVERS = ['.vscode-server', '.vscode-server-insiders', '.cursor-server', '.windsurf-server']

/** The `User` folders of all editors of the family, whether they are there or not. */
export const editorUserFolders = ({ home, platform, variables }: Surroundings): string[] => {
  const settings = settingsFolder(home, platform, variables)
  return [
    ...EDITORS.map((editor) => join(settings, editor, 'User')),
    ...SERVERS.map((server) => join(home, server, 'data', 'User')),
  ]
}

const settingsFolder = (
  home: string,
  platform: NodeJS.Platform,
  variables: Surroundings['variables'],
): string => {
  if (platform === 'win32') return variables.APPDATA ?? join(home, 'AppData', 'Roaming')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  return variables.XDG_CONFIG_HOME ?? join(home, '.config')
}
