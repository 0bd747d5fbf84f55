import { CliError } from '../../errors/cli-error.ts'
import type { FileEdit } from './file-edit.ts'

/** Stands in every file that is ours as a whole. */
export const OWN_FILE_MARK = 'Made by `lore hooks install`'

/** A file that is ours as a whole. One of that name that somebody else wrote is left alone. */
export const ownFile = ({
  path,
  text: ours,
  mode,
}: {
  path: string
  text: string
  mode?: number
}): FileEdit => ({
  path,
  ...(mode === undefined ? {} : { mode }),
  add: (text) => {
    if (text !== undefined && !text.includes(OWN_FILE_MARK))
      throw new CliError({
        code: 'hooks.file_taken',
        message: `${path} is there already and not ours, so it was left as it is.`,
        hint: 'Move it away, and run this again.',
      })
    return ours
  },
  remove: (text) => (text.includes(OWN_FILE_MARK) ? undefined : text),
  has: (text) => text.includes(OWN_FILE_MARK),
})
