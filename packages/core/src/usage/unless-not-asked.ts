import { NotAskedError } from './ask-model.ts'

/** Why nobody is asked any further. */
export type NotAsked = { notAsked: NotAskedError['why'] }

/** What was answered; `none` for a question that failed too often, which keeps no other from being asked; or why nobody is. */
export const unlessNotAsked = async <T>(asked: Promise<T>, none: T): Promise<T | NotAsked> => {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof NotAskedError)) throw error
    return error.why === 'failed_before' ? none : { notAsked: error.why }
  }
}
