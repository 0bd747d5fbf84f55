import { CliError } from '../../errors/cli-error.ts'
import { createProjectResolver } from '../../project/resolve-project.ts'
import { isAbort, realTimes } from '../../wire/retry-policy.ts'
import { type Deps, openBringing } from './bring-own.ts'
import type { OwnImportOptions, OwnImportReport } from './import-own.types.ts'
import type { OwnSurvey } from './own-export.types.ts'
import { readOwnExport, surveyOwnExport } from './read-own-export.ts'

/**
 * Brings a file of `GET /v1/me/export` to another team: sessions with messages and edits under this machine, then memories. Every run
 * offers all of it; the server keeps what it has, so one that was broken off is run again.
 *
 * @throws CliError `cli.export_unknown` when the file is no such export. ApiError when the server cannot be reached.
 */
export const makeImportOwn =
  (deps: Deps) =>
  async (options: OwnImportOptions): Promise<OwnImportReport> => {
    const started = deps.clock()
    const survey = await surveyOwnExport(options.path)
    if (survey.team === '') throw noExport(options.path)
    const report = emptyReport(options, survey)
    const run = await openBringing(options, { deps, survey, report })
    try {
      await run.open()
      for await (const item of readOwnExport(options.path, survey)) {
        if (options.signal?.aborted) break
        await run.take(item)
      }
      if (!options.signal?.aborted) await run.flush()
    } catch (error) {
      if (!options.signal?.aborted || !isAbort(error)) throw error
    }
    const stopped = options.signal?.aborted === true
    return { ...report, stopped, tookMs: Math.round(deps.clock() - started) }
  }

export type ImportOwn = ReturnType<typeof makeImportOwn>

const noExport = (path: string): CliError =>
  new CliError({
    code: 'cli.export_unknown',
    message: `${path} is no export of what is yours.`,
    hint: 'Take one from Settings → What is yours, or by GET /v1/me/export, and give that file to `--path`.',
  })

const emptyReport = (
  { path, dryRun }: OwnImportOptions,
  { team, isWhole, badLines }: OwnSurvey,
): OwnImportReport => ({
  path,
  team,
  isWhole,
  badLines,
  sessions: 0,
  messages: { inserted: 0, updated: 0, unchanged: 0 },
  edits: 0,
  memories: 0,
  notBrought: 0,
  redactions: 0,
  serverRedactions: 0,
  leftOut: 0,
  older: 0,
  failed: [],
  tookMs: 0,
  dryRun,
  stopped: false,
})

export const importOwn: ImportOwn = makeImportOwn({
  ...realTimes,
  resolveProject: createProjectResolver(),
  now: () => new Date(),
})
