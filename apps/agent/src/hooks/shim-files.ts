import type { Surroundings } from '@teamlore/sources/surroundings'
import type { FileEdit } from './edits/file-edit.ts'
import { ownFile } from './edits/own-file.ts'
import type { HookPlaces } from './hook-places.ts'
import { posixShim, type ShimOptions } from './shim.ts'
import { windowsShim } from './windows-shim.ts'

type Options = {
  surroundings: Surroundings
  lore: ShimOptions['lore']
  places: Pick<HookPlaces, 'data' | 'shim' | 'windowsShim'>
}

/** The program that tools and git call; on Windows there are two, as git calls it by a shell of its own. */
export const shimFiles = ({ surroundings, lore, places }: Options): FileEdit[] => {
  const options = { dataDir: places.data, lore }
  const posix = ownFile({ path: places.shim, text: posixShim(options), mode: 0o755 })
  if (surroundings.platform !== 'win32') return [posix]
  const { APPDATA, LOCALAPPDATA } = surroundings.variables
  const folders = { APPDATA, LOCALAPPDATA, USERPROFILE: surroundings.home }
  const text = windowsShim({ ...options, folders })
  return [posix, ownFile({ path: places.windowsShim, text, mode: 0o755 })]
}
