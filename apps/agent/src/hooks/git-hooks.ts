import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { environmentForGit } from '../env.ts'
import { CliError } from '../errors/cli-error.ts'
import { scriptEdit } from './edits/script-edit.ts'
import type { ToolPlan } from './edits/tool-plan.ts'
import { quoted } from './shim.ts'

/** Hooks of the repository a folder is in, wherever it keeps them. Nothing of git's own settings is changed. */
export const gitHooks = async (folder: string, shim: string): Promise<ToolPlan> => {
  const top = await git(folder, ['rev-parse', '--show-toplevel'])
  const hooks = await git(folder, ['rev-parse', '--git-path', 'hooks'])
  if (top === undefined || hooks === undefined)
    throw new CliError({
      code: 'hooks.no_repository',
      message: `${folder} is in no git repository.`,
      hint: 'Run this in the repository whose commits are to be linked to sessions.',
    })
  // Git gives the path as seen from the folder, but a `core.hooksPath` as seen from the top.
  const set = await git(folder, ['config', '--get', '--type=path', 'core.hooksPath'])
  const found = set === undefined || set === '' ? resolve(folder, hooks) : resolve(top, set)
  // Husky writes this folder again and again; its own hooks stand one above.
  const isHusky = basename(found) === '_' && basename(dirname(found)) === '.husky'
  const place = isHusky ? dirname(found) : found
  const idle = isHusky ? [] : await idleIn(NAMES.map((name) => join(place, name)))
  return {
    home: top,
    edits: [
      scriptEdit({
        path: join(place, NAMES[0]),
        call: `${quoted(shim)} git post-commit`,
        lines: [`[ ! -x ${quoted(shim)} ] || ${quoted(shim)} git post-commit </dev/null || :`],
      }),
      scriptEdit({
        path: join(place, NAMES[1]),
        call: `${quoted(shim)} git post-rewrite`,
        // What git says here is for whoever comes after us too.
        lines: [
          'teamlore_pairs=$(cat)',
          `[ ! -x ${quoted(shim)} ] || printf '%s\\n' "$teamlore_pairs" | ${quoted(shim)} git post-rewrite "$@" || :`,
          'exec <<TEAMLORE_PAIRS',
          '$teamlore_pairs',
          'TEAMLORE_PAIRS',
        ],
      }),
    ],
    notes: [
      ...(set === undefined || set === '' ? [] : [noteOn(place, top)]),
      ...idle.map(idleNote),
    ],
  }
}

const NAMES = ['post-commit', 'post-rewrite'] as const

/** Hooks that are there and that git does not run. They may have been switched off, so that is for their owner to change. */
const idleIn = async (paths: readonly string[]): Promise<string[]> => {
  if (process.platform === 'win32') return []
  const modes = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ mode }) => mode,
        () => 0o111,
      ),
    ),
  )
  return paths.filter((_, index) => ((modes[index] ?? 0) & 0o111) === 0)
}

const idleNote = (path: string): string =>
  `Git does not run ${path}, and so not lore either, until it may be executed: chmod +x ${path}`

const noteOn = (place: string, top: string): string =>
  place.startsWith(top)
    ? `This repository keeps its hooks in ${place}, which may be for everybody; where there is no lore, the lines do nothing.`
    : `Hooks of all your repositories are in ${place} (core.hooksPath), so this holds for all of them.`

const git = (cwd: string, args: readonly string[]): Promise<string | undefined> =>
  new Promise((done) => {
    execFile(
      'git',
      ['-c', 'core.fsmonitor=false', ...args],
      { cwd, timeout: 5_000, windowsHide: true, env: environmentForGit() as NodeJS.ProcessEnv },
      (error, stdout) => done(error ? undefined : stdout.replace(/\r?\n$/, '')),
    )
  })
