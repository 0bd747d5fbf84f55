import { realpath as stepwise } from 'node:fs'
import { realpath as inOneStep } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * What a path leads to. Windows does not resolve long paths in one step, nor those of drives of some kinds: then it is found
 * folder by folder.
 */
export const realPath = async (path: string, find = inOneStep): Promise<string> => {
  try {
    return await find(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    return promisify(stepwise)(path)
  }
}
