import type { Engine } from '@teamlore/db'
import type { ProjectId, TeamId, UserId } from '@teamlore/shared'
import { withoutIndexes } from './bulk-indexes.ts'
import { pathOf } from './git-repository.ts'

export type CodeSize = {
  files: number
  commits: number
  sessions: number
  memories: number
  /** Between one commit and the next. */
  minutesApart?: number
  messagesPerSession?: number
}

/** Commits at the end whose sessions nobody looked for yet. */
export const UNLINKED = 300
const LINES = 12
/** Every twentieth commit is a large one. */
const LINES_OF_LARGE = 100
/** A commit takes away lines that were written so many commits before. */
const REMOVED_AFTER = 200
const REMOVED = 3
/** So many kinds of lines come again, the first of them ten thousand times as often as the last. */
const SHARED_KINDS = 20_000

const id = (prefix: string, number: string): string =>
  `'${prefix}_' || lpad((${number})::text, 26, '0')`
const PATH = (n: string): string =>
  `'src/part' || ((${n}) / 100) || '/module' || ((${n}) / 10 % 10) || '/file' || (${n}) || '.ts'`
const START = `timestamptz '2026-01-01'`
const print = (text: string): string => `substr(md5(${text}), 1, 16)`
const DICE = `('x' || substr(md5('dice' || c || '-' || k || '-' || j), 1, 8))::bit(32)::bigint`

/**
 * Line `j` of file `k` of commit `c`: its own, but for one in twelve that is of fifty kinds, and one in twelve whose kinds are as
 * often as words are in a text (the n-th most frequent 1/n times as often as the first).
 */
const LINE = `case j % ${LINES}
  when 0 then ${print("'common' || (c % 50)")}
  when 1 then ${print(`'shared' || floor(exp((${DICE} % 1000000) / 1e6 * ln(${SHARED_KINDS})))`)}
  else ${print("'line' || c || '-' || k || '-' || j")} end`
const COUNT = `case when c % 20 = 0 then ${LINES_OF_LARGE} else ${LINES} end`
/** The same of the commit whose lines this one takes away. */
const GONE = `select ${LINE} from (select c - ${REMOVED_AFTER} as c) as earlier, generate_series(2, ${1 + REMOVED}) as j where c >= 0`

export const projectOf = (): ProjectId => `prj_${'0'.repeat(26)}` as ProjectId
/** One of the three files of a commit. */
export const fileOfCommit = (commit: number, place: number, files: number): string =>
  pathOf((commit * 7 + place * 131) % files)
export const shaSql = (commit: string): string =>
  `md5('sha' || (${commit})) || substr(md5('more' || (${commit})), 1, 8)`

/**
 * A project as years of work leave it: each commit writes twelve lines in each of three files, which one session had written some
 * minutes before; ten memories for each file, a graph in which each imports five others. Written by the database itself.
 */
export const loadCode = async (
  engine: Engine,
  { teamId, userId }: { teamId: TeamId; userId: UserId },
  { files, commits, sessions, memories, minutesApart = 4, messagesPerSession = 2 }: CodeSize,
): Promise<void> => {
  const AT = (commit: string): string =>
    `${START} + (${commit}) * interval '${minutesApart} minutes'`
  const beginOf = (session: string) =>
    `${AT(`(${session}) * ${commits} / ${sessions}`)} - interval '20 minutes'`
  const endOf = (session: string) => AT(`((${session}) + 1) * ${commits} / ${sessions} - 1`)
  const run = (text: string) => engine.db.execute(text)
  const project = `'${projectOf()}'`
  const machine = `'mac_${'0'.repeat(26)}'`
  const team = `'${teamId}'`
  const each = (until: number, name: string): string =>
    `generate_series(0, ${until - 1}) as ${name}`
  const touched = `${each(commits, 'c')} cross join generate_series(0, 2) as k`
  const file = `(c * 7 + k * 131) % ${files}`
  const added = `array(select ${LINE} from generate_series(0, ${COUNT} - 1) as j)`
  const removed = `array(${GONE})`
  await run(
    `insert into teamlore.projects (id, team_id, identity, name) values (${project}, ${team}, 'git.test/acme/harbour', 'acme/harbour')`,
  )
  await run(`insert into teamlore.machines (id, team_id, user_id, fingerprint, name, platform, agent_version)
    values (${machine}, ${team}, '${userId}', 'f', 'bench', 'linux', '0')`)
  await run(`insert into teamlore.sessions (id, team_id, machine_id, user_id, project_id, tool, native_id, kind, title, cwd, git_branch,
      started_at, ended_at, activity_at, message_count)
    select ${id('ses', 's')}, ${team}, ${machine}, '${userId}', ${project}, 'claude-code', 'native-' || s, 'main', 'Session ' || s,
      '/home/ann/harbour', 'main', ${beginOf('s')}, ${endOf('s')}, ${endOf('s')}, ${messagesPerSession} from ${each(sessions, 's')}`)
  await run(`insert into teamlore.messages (id, team_id, session_id, key, ordinal, ts, role, kind, blocks, content_hash)
    select ${id('msg', `s * ${messagesPerSession} + n`)}, ${team}, ${id('ses', 's')}, 'm' || n, n,
      ${beginOf('s')} + n * (${endOf('s')} - (${beginOf('s')})) / ${messagesPerSession},
      case n when 0 then 'user' else 'assistant' end, case n when 0 then 'human' else 'assistant' end,
      jsonb_build_array(jsonb_build_object('type', 'text', 'text', 'Change part ' || s || ' of the harbour.')), 'h'
    from ${each(sessions, 's')} cross join generate_series(0, ${messagesPerSession - 1}) as n`)
  const session = id('ses', `c * ${sessions} / ${commits}`)
  await run(`insert into teamlore.edits (id, team_id, session_id, key, message_key, ts, path, operation, added_lines, removed_lines, added, removed)
    select ${id('edt', 'c * 3 + k')}, ${team}, ${session}, 'e' || c || '-' || k, 'm1', ${AT('c')} - interval '10 minutes',
      ${PATH(file)}, 'edit', ${COUNT}, ${REMOVED}, ${added}, ${removed} from ${touched}`)
  await run(`insert into teamlore.commits (id, team_id, project_id, sha, parents, tree, patch_id, author_name, authored_at, committed_at, branch,
      subject, trailers, mentions, noted_sessions, file_count, added_lines, removed_lines, seen_on, linked_at)
    select ${id('cmt', 'c')}, ${team}, ${project}, ${shaSql('c')}, case c when 0 then '{}'::text[] else array[${shaSql('c - 1')}] end,
      md5('tree' || c), md5('patch' || c) || '00000000', 'Ann', ${AT('c')}, ${AT('c')}, 'main', 'Change number ' || c, '[]', '[]', '[]', 3, 3 * ${COUNT}, ${3 * REMOVED},
      ${machine}, case when c < ${commits - UNLINKED} then now() end from ${each(commits, 'c')}`)
  await run(`insert into teamlore.commit_files (team_id, commit_id, position, project_id, path, status, is_binary, added_lines, removed_lines,
      added, removed, authored_at)
    select ${team}, ${id('cmt', 'c')}, k, ${project}, ${PATH(file)}, 'modified', false, ${COUNT}, ${REMOVED}, ${added}, ${removed}, ${AT('c')} from ${touched}`)
  const rebuild = await withoutIndexes(engine, ['commit_lines', 'edit_lines'])
  for (const [table, column, value, at] of [
    ['commit_lines', 'commit_id', id('cmt', 'c'), AT('c')],
    ['edit_lines', 'session_id', session, `${AT('c')} - interval '10 minutes'`],
  ]) {
    const head = `insert into teamlore.${table} (team_id, key, ${column}, name, at)`
    const tail = `${value}, teamlore.name_key(${PATH(file)}), ${at} from ${touched}`
    await run(`${head} select ${team}, teamlore.line_key(${team}, ${LINE}, true), ${tail}
      cross join lateral generate_series(0, ${COUNT} - 1) as j`)
    await run(`${head} select ${team}, teamlore.line_key(${team}, gone.print, false), ${tail}
      cross join lateral (${GONE}) as gone(print)`)
  }
  await rebuild()
  await run(`insert into teamlore.session_links (id, team_id, session_id, type, commit_id, target, relation, confidence, reasons, created_by)
    select ${id('lnk', 'c')}, ${team}, ${session}, 'commit', ${id('cmt', 'c')}, ${shaSql('c')}, 'wrote', 0.93, '["wrote its lines"]', 'auto'
    from ${each(commits - UNLINKED, 'c')}`)
  await run(`insert into teamlore.memories (id, team_id, project_id, kind, status, statement, reason, rejected, slots, origin, confidence,
      confidence_parts, version, valid_from, recorded_at, confirmed_at, created_at)
    select ${id('mem', 'm')}, ${team}, ${project}, (array['decision','invariant','gotcha','graveyard','convention'])[m % 5 + 1],
      case when m % 11 = 0 then 'superseded' else 'active' end, 'Part ' || m || ' of the harbour is moored from the north.',
      'The tide comes from there.', '[]', '{}', 'human', 0.5 + (m % 50) / 100.0, '{}', 1, ${START}, ${START}, ${START}, ${START}
    from ${each(memories, 'm')}`)
  await run(`insert into teamlore.memory_anchors (memory_id, position, team_id, path, state, is_inherited)
    select ${id('mem', 'm')}, 0, ${team}, ${PATH(`m % ${files}`)}, 'fresh', false from ${each(memories, 'm')}`)
  await run(`insert into teamlore.code_graphs (team_id, project_id, machine_id, build, is_default_branch, built_at)
    values (${team}, ${project}, ${machine}, 'b', true, now())`)
  await run(`insert into teamlore.code_files (team_id, project_id, path, language, hash, lines, unresolved, symbols, build, updated_at)
    select ${team}, ${project}, ${PATH('f')}, 'typescript', 'h', 100, 0, '[]', 'b', now() from ${each(files, 'f')}`)
  await run(`insert into teamlore.code_imports (team_id, project_id, src_path, dst_path, kind)
    select ${team}, ${project}, ${PATH('f')}, ${PATH(`(f + n * 37 + 1) % ${files}`)}, 'static'
    from ${each(files, 'f')} cross join generate_series(0, 4) as n on conflict do nothing`)
  await run('analyze')
}
