import { describe, expect, test } from 'vitest'
import { editorUserFolders } from './editor-folders.ts'

const foldersOn = (platform: NodeJS.Platform, variables = {}) =>
  editorUserFolders({ home: '/home/ada', platform, variables })

describe('where editors of the VS Code family keep what belongs to a user', () => {
  test.each([
    ['linux', {}, '/home/ada/.config/Code/User'],
    ['linux', { XDG_CONFIG_HOME: '/settings' }, '/settings/Code - Insiders/User'],
    ['linux', {}, '/home/ada/.vscode-server/data/User'],
    ['darwin', {}, '/home/ada/Library/Application Support/Cursor/User'],
    ['win32', {}, '/home/ada/AppData/Roaming/VSCodium/User'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/Windsurf/User'],
  ] as const)('on %s with %j', (platform, variables, folder) => {
    expect(foldersOn(platform, variables)).toContain(folder)
  })
})
