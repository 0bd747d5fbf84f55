import { usageError } from '../../errors/cli-error.ts'
import type { ExitCode } from '../../errors/exit-codes.ts'
import { type ImportOwn, importOwn } from '../../importers/own-export/import-own.ts'
import type { OwnImportProgress } from '../../importers/own-export/import-own.types.ts'
import { count, plural } from '../../output/format.ts'
import { paceText } from '../../output/pace.ts'
import { ownImportJson, ownImportLines } from '../../views/own-import.view.ts'
import type { Times } from '../../wire/retry-policy.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { existingPath, onePath } from '../shared/existing-path.ts'
import { bringMemory } from './bring-memory.ts'
import type { ImportCommandOptions } from './import.command.ts'

/** The memory that `--from` names where it is an export of one's own from another team. */
export const OWN_EXPORT = 'teamlore'

/** `lore import --from teamlore --path FILE`. */
export const runImportOwn = async (
  context: CommandContext,
  options: ImportCommandOptions,
  { times, bring = importOwn }: { times: Times; bring?: ImportOwn },
): Promise<ExitCode> => {
  const path = await fileOf(options)
  return bringMemory(context, options, {
    times,
    bring: (given) => bring({ ...given, path }),
    progressText,
    lines: ownImportLines,
    json: ownImportJson,
    isWhole: (report) => report.isWhole,
  })
}

const fileOf = async ({ tool, path }: ImportCommandOptions): Promise<string> => {
  if (tool !== undefined)
    throw usageError(
      '--tool does not go with --from.',
      'All of the export is brought; `--since` brings less.',
    )
  const given = onePath(path)
  if (given === undefined)
    throw usageError(
      '--path is missing.',
      'Give the file that Settings → What is yours of the other team made: --from teamlore --path FILE.',
    )
  return existingPath(given)
}

const progressText = ({ total, done, messages }: OwnImportProgress, elapsedMs: number): string =>
  `${count(done)} of ${plural(total, 'session')}, ${plural(messages, 'message')}${paceText({ done, total, elapsedMs, unit: 'sessions' })}`
