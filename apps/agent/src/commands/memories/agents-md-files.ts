import { randomBytes } from 'node:crypto'
import { open, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { isAbsolute, join, normalize } from 'node:path'
import type { Redactor } from '@teamlore/redaction'
import { AGENTS_MD_LIMITS } from '@teamlore/shared/agents-md'
import { conflictLines } from '@teamlore/shared/conflict-lines'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { readMemoryFile } from '../../memory-files/read-memory-file.ts'
import { isOfRepository, placeOf } from './agents-md-places.ts'

/** A file with instructions for agents, as it lies there; `text` is empty where there is none yet. */
export type AgentsFile = { name: string; path: string; text: string; isNew: boolean }

const USUAL = ['AGENTS.md', 'CLAUDE.md']
const MAX_BYTES = 1_600_000
/** Of one file of code whose comments are read. */
const MAX_CODE_CHARS = 400_000
/** Of all texts that are sent beside the file. */
const MAX_SAID_CHARS = 1_500_000

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** The files that are meant: the one that was named, else those of the usual names; where there is none, AGENTS.md. */
export const findAgentsFiles = async (
  root: string,
  named: string | undefined,
): Promise<AgentsFile[]> => {
  if (named !== undefined) return [await readAgentsFile(root, named)]
  const found: AgentsFile[] = []
  for (const name of USUAL) {
    const file = await readAgentsFile(root, name)
    // A second name of the same file, and one that only reads the other in, say it once.
    const isSame = found.some(({ path }) => path === file.path)
    const isReadIn = found.length > 0 && /^\s*@(?:\.\/)?AGENTS\.md\s*$/mu.test(file.text)
    if (!file.isNew && !isSame && !isReadIn) found.push(file)
  }
  return found.length > 0 ? found : [await readAgentsFile(root, USUAL[0] ?? 'AGENTS.md')]
}

const readAgentsFile = async (root: string, name: string): Promise<AgentsFile> => {
  const { path, isNew } = await placeOf(root, name)
  if (isNew) return { name, path, text: '', isNew }
  const bytes = await readFile(path)
  const text = bytes.toString('utf8')
  // What is no UTF-8 would come back as something else.
  if (bytes.length > MAX_BYTES || bytes.includes(0) || !bytes.equals(Buffer.from(text)))
    throw usageError(
      `${name} is no Markdown file that can be read.`,
      'It must be UTF-8, and smaller than 1.6 MB.',
    )
  if (text.length > AGENTS_MD_LIMITS.maxChars)
    throw usageError(`${name} is too long.`, `It may have ${AGENTS_MD_LIMITS.maxChars} characters.`)
  return { name, path, text, isNew }
}

/** @throws CliError where a file holds what may not leave this machine. */
export const ensureSendable = ({ name, text }: AgentsFile, redactor: Redactor): void => {
  if (redactor.redact(text).count === 0) return
  throw new CliError({
    code: 'agents_md.secret',
    message: `${name} holds what looks like a secret, or a <private> block, so it was not sent.`,
    hint: 'Take it out: everybody and every agent that has the repository reads this file.',
  })
}

/** @throws CliError where git left two sides of a merge in the section, and nobody chose. */
export const ensureNoConflict = ({ name, text }: AgentsFile): void => {
  const lines = conflictLines(text)
  if (lines.length === 0) return
  throw new CliError({
    code: 'agents_md.conflict_marks',
    message: `${name} has marks of a conflict in the section of Teamlore, in line ${lines.join(', ')}. Nothing was changed.`,
    hint: 'Resolve the conflict, and run it again. It does not matter which side you keep: an export writes what the team knows.',
    details: { lines },
  })
}

/** What whoever reads the section reads anyway: the README, and comments of the code that memories are about. */
export const readSaid = async (
  root: string,
  paths: readonly string[],
  redactor: Redactor,
): Promise<string[]> => {
  const names = await readdir(root).catch(() => [])
  const readmes = names.filter((name) => /^readme(?:\.[a-z]+)?$/iu.test(name)).sort()
  const said: string[] = []
  let left = MAX_SAID_CHARS
  const add = (text: string) => {
    const cut = text.slice(0, Math.min(left, AGENTS_MD_LIMITS.maxSaidChars))
    if (cut.trim() === '' || said.length >= AGENTS_MD_LIMITS.maxSaid) return
    left -= cut.length
    said.push(cut)
  }
  for (const name of readmes) add(await textWithin(root, name, redactor))
  for (const path of [...new Set(paths)].sort()) {
    if (left <= 0 || said.length >= AGENTS_MD_LIMITS.maxSaid) break
    add(commentsOf(await textWithin(root, path, redactor)))
  }
  return said
}

/** A file of the repository without secrets; nothing for a path that leads elsewhere: paths come from the server. */
const textWithin = async (root: string, path: string, redactor: Redactor): Promise<string> => {
  if (isAbsolute(path) || normalize(path).startsWith('..') || path.includes('\0')) return ''
  try {
    const top = await realpath(root)
    const real = await realpath(join(top, path))
    if (!(await isOfRepository(top, real)) || !(await stat(real)).isFile()) return ''
    return (await readMemoryFile(real, redactor, MAX_CODE_CHARS))?.text ?? ''
  } catch {
    return ''
  }
}

/** Lines of comments, in the languages that mark them by how a line begins. */
const commentsOf = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => /^\s*(?:\/\/+|\/?\*+|#+|--+|;+|"""|''')\s?(.*)$/u.exec(line)?.[1] ?? [])
    .join('\n')

/**
 * Puts the new text in the place of the old one in one step, with the rights that the file had.
 *
 * @throws CliError where somebody wrote the file meanwhile.
 */
export const writeAgentsFile = async (file: AgentsFile, text: string): Promise<void> => {
  const now = await readFile(file.path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (now !== (file.isNew ? null : file.text))
    throw new CliError({
      code: 'agents_md.changed',
      message: `${file.name} was changed while the server was asked, so it was left as it is.`,
      hint: 'Run it again.',
    })
  const mode = file.isNew ? 0o644 : (await stat(file.path)).mode & 0o777
  const draft = `${file.path}.${randomBytes(4).toString('hex')}.tmp`
  try {
    const handle = await open(draft, 'wx', mode)
    try {
      await handle.writeFile(text)
      await handle.chmod(mode)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file.path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
