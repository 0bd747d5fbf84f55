import { createRedactor, NO_IGNORE, type Redactor } from '@teamlore/redaction'
import type { IngestProject, LoreClient } from '@teamlore/shared'
import type { LeftOut, ReadSession } from '@teamlore/sources/source'
import { StartOverError } from '@teamlore/sources/turns/start-over'
import { createKeptElsewhere } from './kept-elsewhere.ts'
import { leaveOut } from './leave-out.ts'
import { readProjectIgnore } from './project-ignore.ts'
import { readRulesFile } from './rules-file.ts'
import { type Asking, fetchTeamRules, readCachedRules } from './team-rules.ts'

type Options = {
  /** `redaction.json` of this machine. */
  rulesFile: string
  /** Where the team's rules are kept. */
  cachePath: string
  isReadOnly: boolean
}

/** What of a session may leave the machine; null when nothing of it may. */
export type Allowed = {
  session: ReadSession
  leftOut: number
  /** The same message by message. */
  leftOutOf: ReadonlyMap<string, LeftOut>
  /** Changes whenever other contents may be left out. */
  rules: string
} | null

export type Privacy = {
  redactor: () => Redactor
  /** Changes whenever the redactor does. */
  rules: () => string
  /** Asks the server for the team's rules. What it said last counts until it answers. */
  refresh: (client: Pick<LoreClient, 'redactionRules'>, asking?: Asking) => Promise<void>
  /**
   * @throws StartOverError when contents that are not in memory any more were left out by other rules than `rulesBefore`.
   */
  allowed: (
    session: ReadSession,
    project: IngestProject | null,
    rulesBefore?: string,
  ) => Promise<Allowed>
}

/**
 * What is kept back on this machine: secrets by the rules of everybody, the team and its user, and what a project's
 * `.loreignore` names.
 *
 * @throws CliError when the user's own rules cannot be understood.
 */
export const openPrivacy = async (options: Options): Promise<Privacy> => {
  const own = await readRulesFile(options.rulesFile)
  const together = (team: typeof own) => ({
    rules: [...team.rules, ...own.rules],
    allow: [...team.allow, ...own.allow],
  })
  let rules = together(await readCachedRules(options.cachePath))
  let redactor = createRedactor(rules)
  return {
    redactor: () => redactor,
    rules: () => JSON.stringify(rules),
    refresh: async (client, asking) => {
      const team = await fetchTeamRules(client, { ...options, ...asking })
      if (team === undefined) return
      rules = together(team)
      redactor = createRedactor(rules)
    },
    allowed,
  }
}

const allowed: Privacy['allowed'] = async (session, project, rulesBefore = '') => {
  const root = project?.root_path ?? session.cwd
  const ignore = root === null ? NO_IGNORE : await readProjectIgnore(root)
  // A folder of its own within a repository may keep to itself too.
  const own =
    session.cwd === null || session.cwd === root ? ignore : await readProjectIgnore(session.cwd)
  if (ignore.isWhole || own.isWhole) return null
  const rules = JSON.stringify([root, ignore.text, session.cwd, own.text])
  // Of what is not in memory any more, contents were left out by other rules.
  if (rulesBefore !== '' && rulesBefore !== rules) throw new StartOverError()
  // Read again for each session: a file that was written just now counts. It is no part of the rules, of which only those
  // of the session's own project say that what is no longer in memory was judged otherwise.
  const elsewhere = createKeptElsewhere([root, session.cwd])
  const first = leaveOut(session, { ignore, root, elsewhere })
  const second =
    own === ignore ? first : leaveOut(first.session, { ignore: own, root: session.cwd })
  const leftOutOf = own === ignore ? first.leftOutOf : joined(first.leftOutOf, second.leftOutOf)
  let leftOut = session.edits.length - second.session.edits.length
  for (const { contents } of leftOutOf.values()) leftOut += contents
  return { session: second.session, leftOut, leftOutOf, rules }
}

type LeftOutOf = ReadonlyMap<string, LeftOut>

/** What was left out of each message by one or the other. */
const joined = (first: LeftOutOf, second: LeftOutOf): LeftOutOf => {
  const all = new Map(first)
  for (const [key, one] of second) {
    const before = all.get(key)
    if (before === undefined) all.set(key, one)
    else if (before !== one)
      all.set(key, {
        contents: before.contents + one.contents,
        calls: new Map([...before.calls, ...one.calls]),
        copies: [...before.copies, ...one.copies],
      })
  }
  return all
}
