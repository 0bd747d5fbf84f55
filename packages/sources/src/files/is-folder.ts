import { stat } from 'node:fs/promises'

/** False also for what is not there, or may not be looked at. */
export const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}
