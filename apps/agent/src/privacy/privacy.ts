import {
  createRedactor,
  type IngestProject,
  type LoreClient,
  type Redactor,
} from '@teamlore/shared'
import type { ReadSession } from '../sources/source.ts'
import { leaveOut } from './leave-out.ts'
import { readProjectIgnore } from './project-ignore.ts'
import { readRulesFile } from './rules-file.ts'
import { fetchTeamRules, readCachedRules } from './team-rules.ts'

type Options = {
  /** `redaction.json` of this machine. */
  rulesFile: string
  /** Where the team's rules are kept. */
  cachePath: string
  isReadOnly: boolean
}

/** What of a session may leave the machine; null when nothing of it may. */
export type Allowed = { session: ReadSession; leftOut: number } | null

export type Privacy = {
  redactor: () => Redactor
  /** Asks the server for the team's rules. What it said last counts until it answers. */
  refresh: (client: Pick<LoreClient, 'redactionRules'>, signal?: AbortSignal) => Promise<void>
  allowed: (session: ReadSession, project: IngestProject | null) => Promise<Allowed>
}

/**
 * What is kept back on this machine: secrets by the rules of everybody, the team and its user, and what a project's
 * `.loreignore` names.
 *
 * @throws CliError when the user's own rules cannot be understood.
 */
export const openPrivacy = async (options: Options): Promise<Privacy> => {
  const own = await readRulesFile(options.rulesFile)
  const by = (team: typeof own): Redactor =>
    createRedactor({ rules: [...team.rules, ...own.rules], allow: [...team.allow, ...own.allow] })
  let redactor = by(await readCachedRules(options.cachePath))
  return {
    redactor: () => redactor,
    refresh: async (client, signal) => {
      const team = await fetchTeamRules(client, { ...options, signal })
      if (team !== undefined) redactor = by(team)
    },
    allowed: async (session, project) => {
      const root = project?.root_path ?? session.cwd
      const ignore = await readProjectIgnore(root ?? '')
      // A folder of its own within a repository may keep to itself too.
      const own =
        session.cwd === null || session.cwd === root ? ignore : await readProjectIgnore(session.cwd)
      if (ignore.isWhole || own.isWhole) return null
      const { session: left, count } = leaveOut(session, { ignore, root })
      if (own === ignore) return { session: left, leftOut: count }
      const again = leaveOut(left, { ignore: own, root: session.cwd })
      return { session: again.session, leftOut: count + again.count }
    },
  }
}
