import { join } from 'node:path'
import { serverRoot } from '../../capture/state-store.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { redactedText } from '../../export/redact-export.ts'
import { briefRoot } from '../../hooks/brief-files.ts'
import { hookPlaces } from '../../hooks/hook-places.ts'
import { type LastBrief, lastBriefFolder, readLastBrief } from '../../hooks/last-brief.ts'
import { ago, dateTime, tilde } from '../../output/format.ts'
import { dim } from '../../output/line.ts'
import { printableLines } from '../../output/printable.ts'
import { readCredentials } from '../../platform/credentials.ts'
import { openPrivacy } from '../../privacy/privacy.ts'
import type { CommandContext } from '../shared/command-context.ts'

/** What the last session got from a hook at its start: in the project of this folder, else anywhere on this machine. */
export const showLastBrief = async (context: CommandContext): Promise<ExitCode> => {
  const { output, isJson } = context
  const places = hookPlaces(context.paths, context.surroundings.platform)
  const here = briefRoot(context.cwd())
  const own = await readLastBrief(here, places)
  const elsewhere = own === undefined ? await lastBriefFolder(places) : undefined
  const found =
    own ?? (elsewhere === undefined ? undefined : await readLastBrief(elsewhere, places))
  const brief = found && (await redacted(found, context))
  if (isJson) output.json({ last: brief === undefined ? null : briefJson(brief) })
  else if (brief === undefined) output.print([NONE])
  else {
    if (own === undefined)
      output.note([
        `No brief was given in ${tilde(here, context.home)} yet. The last on this machine:`,
      ])
    output.print(...printableLines(brief.text.trimEnd()).map((line) => [line]))
    output.note([], [dim(whence(brief, context))])
  }
  return EXIT.ok
}

const NONE =
  'No session on this machine was given a brief by a hook yet. `lore hooks status` shows whether hooks are installed; the first session in a project has none.'

const whence = ({ at, tool, session, folder }: LastBrief, { now, home }: CommandContext): string =>
  `Given ${ago(at, now())} (${dateTime(at)}) to ${tool}${session === null ? '' : `, session ${session}`}, in ${tilde(folder, home)}.`

const briefJson = ({ at, tool, session, folder, text }: LastBrief) => ({
  given_at: at,
  tool,
  session,
  folder,
  text,
})

/** The brief came from the server by the rules of then. */
const redacted = async (brief: LastBrief, { paths }: CommandContext): Promise<LastBrief> => {
  const stored = await readCredentials({ path: paths.credentials, warn: () => undefined }).catch(
    () => undefined,
  )
  const privacy = await openPrivacy({
    rulesFile: paths.rulesFile,
    cachePath: join(serverRoot(paths.stateDir, stored?.team.id ?? ''), 'redaction-rules.json'),
    isReadOnly: true,
  })
  return { ...brief, text: redactedText(brief.text, privacy.redactor()) }
}
