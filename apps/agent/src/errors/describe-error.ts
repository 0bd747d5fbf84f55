import { ApiError } from '@teamlore/shared'
import { CliError } from './cli-error.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { isUnknownRoute } from './is-unknown-route.ts'

export type DescribedError = {
  code: string
  message: string
  /** What to do next, where the message does not say it already. */
  hint?: string | undefined
  exitCode: ExitCode
  /** More for scripts. */
  details?: Record<string, unknown> | undefined
}

/** Any failure as sentences. */
export const describeError = (error: unknown): DescribedError => {
  if (error instanceof CliError) {
    const { code, message, hint, exitCode, details } = error
    return { code, message, hint, exitCode, details }
  }
  if (error instanceof ApiError) return describeApiError(error)
  if (error instanceof Error && error.name === 'AbortError')
    return { code: 'cli.interrupted', message: 'Stopped.', exitCode: EXIT.interrupted }
  return describeSystemError(error) ?? describeSurprise(error)
}

const describeApiError = (error: ApiError): DescribedError => {
  const { code, message } = error
  const failed = { code, message, exitCode: EXIT.failed }
  if (code === 'client.aborted') return { ...failed, exitCode: EXIT.interrupted }
  if (error.status === 401)
    return {
      ...failed,
      message:
        'The server does not know this key: it is wrong, was revoked, or belongs to another server.',
      hint: 'Run `lore login --server URL` and confirm it in the browser, or with `--key-file FILE`; correct LORE_KEY where that is set.',
    }
  if (isUnknownRoute(error))
    return {
      ...failed,
      message:
        'This server does not know what it was asked: it is older or newer than this `lore`, or no Teamlore server at all.',
      hint: 'Check the address with `lore status`, and bring both sides to the same version.',
    }
  const typed = IN_COMMANDS[code]
  if (typed !== undefined) return { ...failed, ...typed }
  if (code === 'request.invalid') return { ...failed, ...describeInvalid(error) }
  if (code === 'client.unexpected_answer') return { ...failed, hint: VERSIONS }
  if (code === 'id.ambiguous') return { ...failed, hint: examplesHint(error.details) }
  if (error.status === 429) return { ...failed, hint: waitHint(error.retryAfterMs) }
  return failed
}

/** What the server says in the words of its fields, as they are typed here. */
const IN_COMMANDS: Record<string, Pick<DescribedError, 'message' | 'hint'>> = {
  'memory.project_unknown': {
    message: 'The server knows no project of that name.',
    hint: '`lore projects` names those you see. Another becomes known with its first session or memory.',
  },
  'memory.project_ambiguous': {
    message: 'Several projects have that name.',
    hint: 'Give the id of the one you mean: `lore projects` shows it.',
  },
  'memory.supersedes_unknown': {
    message:
      'Nothing was written: the memory given as --supersedes is not in your team, or is private to somebody else.',
    hint: '`lore memories` shows ids; or leave --supersedes out.',
  },
  'memory.basis_unknown': {
    message:
      'Nothing was written: a memory given as --rests-on is not in your team, or is private to somebody else.',
    hint: '`lore memories` shows ids; or leave --rests-on out.',
  },
  'forgetting.name_needed': {
    message: 'All of the project would go.',
    hint: 'Type its name: --confirm NAME. Or add --mine for your own sessions in it.',
  },
  'forgetting.admin_alone': {
    message: 'Only an admin has all of a project forgotten.',
    hint: 'Add --mine for your own sessions in it.',
  },
  'erasure.name_needed': {
    message: 'All of the person would go.',
    hint: 'Type their name: --confirm NAME; of who is no member any more, their id.',
  },
}

const VERSIONS =
  'If the values you gave are right, `lore` and the server differ in version: bring both to the same one.'

type Issue = { path?: unknown; message?: unknown }

/** What the server would not take: a value that was typed, or else a field that only another version knows. */
const describeInvalid = ({ details }: ApiError): Partial<DescribedError> => {
  const { issues } = (details ?? {}) as { issues?: Issue[] }
  const all = Array.isArray(issues) ? issues : []
  const [issue] = all
  if (issue === undefined || all.some(isUnknownField)) return { hint: VERSIONS }
  const exitCode = EXIT.usage
  if (issue.path === 'path.id')
    return {
      exitCode,
      message: `The id ${issue.message}.`,
      hint: 'Give it whole, or its first 8 or more characters, as the list names it.',
    }
  return {
    exitCode,
    message: `What you gave${namedAs(issue.path)} ${issue.message}.`,
    hint: 'Correct it and try again; `--help` behind the command says what it takes.',
  }
}

const isUnknownField = ({ message }: Issue): boolean => /^there is no field /.test(`${message}`)

/** ` as "anchors end line"` of `body.anchors.0.end_line`; nothing where it is the whole of what was sent. */
const namedAs = (path: unknown): string => {
  const names = `${path}`.split('.').slice(1)
  const words = names.filter((name) => !/^\d+$/.test(name)).join(' ')
  return words === '' ? '' : ` as "${words.replaceAll('_', ' ')}"`
}

const examplesHint = (details: unknown): string | undefined => {
  const examples = (details as { examples?: unknown } | undefined)?.examples
  if (!Array.isArray(examples) || examples.length === 0) return undefined
  return `Such as ${examples.slice(0, 3).map(String).join(', ')}.`
}

const waitHint = (retryAfterMs: number | undefined): string | undefined =>
  retryAfterMs === undefined
    ? undefined
    : `Try again in ${Math.max(1, Math.ceil(retryAfterMs / 1_000))} s.`

const SYSTEM: Record<string, [message: string, hint: string]> = {
  ENOENT: ['does not exist', 'Check the path.'],
  EACCES: ['may not be read or written by you', 'Check its owner and permissions.'],
  EPERM: ['may not be read or written by you', 'Check its owner and permissions.'],
  EROFS: [
    'lies on a disk that is read-only',
    'Set LORE_CONFIG_DIR and LORE_STATE_DIR to folders that can be written.',
  ],
  ENOSPC: ['cannot be written, the disk is full', 'Make room and try again.'],
  EDQUOT: ['cannot be written, your quota is used up', 'Make room and try again.'],
  ENOTDIR: ['cannot be reached, a file stands where a folder should', 'Check the path.'],
  EISDIR: ['is a folder, not a file', 'Check the path.'],
  EMFILE: ['cannot be opened, too many files are open', 'Raise the limit with `ulimit -n`.'],
}

/** What holds for every file alike. A file that is open already, and cannot be written further, fails without its name. */
const OF_THE_MACHINE = new Set(['ENOSPC', 'EDQUOT', 'EMFILE'])

const describeSystemError = (error: unknown): DescribedError | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code, path } = error as NodeJS.ErrnoException
  const known = code === undefined ? undefined : SYSTEM[code]
  const what = path ?? (OF_THE_MACHINE.has(code ?? '') ? 'A file of `lore`' : undefined)
  if (known === undefined || what === undefined) return undefined
  const [message, hint] = known
  return { code: `system.${code}`, message: `${what} ${message}.`, hint, exitCode: EXIT.failed }
}

const describeSurprise = (error: unknown): DescribedError => ({
  code: 'internal',
  message: `Something went wrong that \`lore\` has no sentence for: ${error instanceof Error ? error.message : String(error)}`,
  hint: 'Run it again with LORE_DEBUG=1 to see where, and report it.',
  exitCode: EXIT.failed,
})
