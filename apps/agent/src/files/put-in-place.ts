import { constants, copyFile, link } from 'node:fs/promises'

/** Gives a file that was written whole its name, in one step. False when there is something by that name already. */
export const isPutInPlace = async (draft: string, path: string): Promise<boolean> => {
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (isExisting(error)) return false
  }
  try {
    // Not every file system knows links.
    await copyFile(draft, path, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if (isExisting(error)) return false
    throw error
  }
}

const isExisting = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST'
