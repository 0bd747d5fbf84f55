import { newId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { Engine } from '../engine/engine.types.ts'

export type SeededTeam = { teamId: string; userId: string }

/**
 * A team with a row in every table that knows teams, so that batteries over the catalogue have
 * something to look for. `privateTo`: whose the session and all that came out of it is, if anybody's.
 * A new table with a team_id gets a row here.
 */
export const seedEveryTable = async (
  engine: Engine,
  { isPrivate = false }: { isPrivate?: boolean } = {},
): Promise<SeededTeam> => {
  const teamId = newId.team()
  const userId = newId.user()
  const ids = {
    machine: newId.machine(),
    key: newId.apiKey(),
    project: newId.project(),
    session: newId.session(),
    message: newId.message(),
    document: newId.document(),
    memoryFile: newId.memoryFile(),
    book: newId.book(),
  }
  const owner = isPrivate ? userId : null
  const statements = [
    sql`insert into teamlore.teams (id, name) values (${teamId}, 'Seeded')`,
    sql`insert into teamlore.users (id, name) values (${userId}, 'Ann')`,
    sql`insert into teamlore.memberships (team_id, user_id, role) values (${teamId}, ${userId}, 'owner')`,
    sql`insert into teamlore.machines (id, team_id, user_id, fingerprint, name, platform, agent_version)
      values (${ids.machine}, ${teamId}, ${userId}, 'f', 'laptop', 'linux', '1')`,
    sql`insert into teamlore.api_keys (id, team_id, user_id, machine_id, name, role, key_hash, hint)
      values (${ids.key}, ${teamId}, ${userId}, ${ids.machine}, 'k', 'member', ${ids.key}, 'tlk_')`,
    sql`insert into teamlore.sign_in_links (token_hash, team_id, user_id, expires_at)
      values (${`link ${teamId}`}, ${teamId}, ${userId}, now())`,
    sql`insert into teamlore.browser_sessions (token_hash, team_id, user_id, expires_at)
      values (${`browser ${teamId}`}, ${teamId}, ${userId}, now())`,
    sql`insert into teamlore.projects (id, team_id, identity, name)
      values (${ids.project}, ${teamId}, 'git:x', 'x')`,
    sql`insert into teamlore.project_paths (team_id, machine_id, root_path, project_id)
      values (${teamId}, ${ids.machine}, '/x', ${ids.project})`,
    sql`insert into teamlore.sessions
        (id, team_id, machine_id, user_id, project_id, tool, native_id, kind, private_to, title)
      values (${ids.session}, ${teamId}, ${ids.machine}, ${userId}, ${ids.project}, 'claude-code',
        'n', 'main', ${owner}, 'Seeded session')`,
    sql`insert into teamlore.messages
        (id, team_id, session_id, private_to, key, ordinal, role, kind, blocks, content_hash)
      values (${ids.message}, ${teamId}, ${ids.session}, ${owner}, 'm', 0, 'user', 'human', '[]', 'h')`,
    sql`insert into teamlore.edits (id, team_id, session_id, private_to, key, message_key, path,
        operation, added_lines, removed_lines, added, removed)
      values (${newId.edit()}, ${teamId}, ${ids.session}, ${owner}, 'e', 'm', 'x.ts', 'edit', 1, 0, '{}', '{}')`,
    sql`insert into teamlore.observations (id, team_id, session_id, private_to, key, type, title,
        subtitle, narrative, facts, concepts, files_read, files_modified, origin, distiller)
      values (${newId.observation()}, ${teamId}, ${ids.session}, ${owner}, 'o', 'change', 't', '', '',
        '{}', '{}', '{}', '{}', 'agent', 'extractive')`,
    sql`insert into teamlore.summaries (id, team_id, session_id, private_to, prompt_number, request,
        investigated, learned, completed, next_steps, notes, distiller)
      values (${newId.summary()}, ${teamId}, ${ids.session}, ${owner}, 1, '', '', '', '', '', '', 'extractive')`,
    sql`insert into teamlore.documents (id, team_id, session_id, private_to, kind, source_id, title,
        body, origin, tokens, length, tsv, content_hash)
      values (${ids.document}, ${teamId}, ${ids.session}, ${owner}, 'message', ${ids.message}, 't', 'b',
        'human', 1, 1, 'word:1', 'h')`,
    sql`insert into teamlore.memory_files (id, team_id, project_id, path, private_to, text, content_hash,
        is_cut, seen_on, modified_at, first_seen_at, last_seen_at)
      values (${ids.memoryFile}, ${teamId}, ${ids.project}, 'AGENTS.md', ${owner}, 't', 'h', false,
        ${ids.machine}, now(), now(), now())`,
    sql`insert into teamlore.memory_file_copies (team_id, machine_id, root_path, path, memory_file_id,
        private_to, text, content_hash, is_cut, modified_at, seen_at)
      values (${teamId}, ${ids.machine}, '/x', 'AGENTS.md', ${ids.memoryFile}, ${owner}, 't', 'h', false,
        now(), now())`,
    sql`insert into teamlore.memory_file_reports (team_id, machine_id, root_path, revision, received_at)
      values (${teamId}, ${ids.machine}, '/x', 1, now())`,
    sql`insert into teamlore.books (id, team_id, name, project_text, schema_text, generation, summary,
        problems, ingested_at)
      values (${ids.book}, ${teamId}, 'Seeded', '', '', 1, '{}', '[]', now())`,
    sql`insert into teamlore.book_files (team_id, book_id, path, hash, text)
      values (${teamId}, ${ids.book}, 'a.md', 'h', 't')`,
    sql`insert into teamlore.entities (team_id, book_id, key, name, layer, aliases, tags, properties,
        lines, body)
      values (${teamId}, ${ids.book}, 'l/a', 'A', 'l', '[]', '[]', '{}', '{}', '')`,
    sql`insert into teamlore.entity_edges (team_id, book_id, position, src_key, dst_key, file, line)
      values (${teamId}, ${ids.book}, 0, 'l/a', 'l/a', 'a.md', 1)`,
    sql`insert into teamlore.entity_events (team_id, book_id, key, layer, consequences, file)
      values (${teamId}, ${ids.book}, 'l/a', 'l', '[]', 'a.md')`,
    sql`insert into teamlore.embedding_spaces (id, dimensions) values ('seeded', 2) on conflict do nothing`,
    sql`insert into teamlore.document_vectors (document_id, space, team_id, content_hash, embedding)
      values (${ids.document}, 'seeded', ${teamId}, 'h', '[1,2]')`,
    sql`insert into teamlore.embedding_queue (document_id, team_id) values (${ids.document}, ${teamId})`,
    sql`insert into teamlore.lexeme_stats (team_id, lexeme, private_to, documents)
      values (${teamId}, 'word', ${owner ?? ''}, 1)`,
    sql`insert into teamlore.corpus_stats (team_id, private_to, documents, total_length)
      values (${teamId}, ${owner ?? ''}, 1, 1)`,
    sql`insert into teamlore.outbox (team_id, type, payload) values (${teamId}, 'documents.queued', '{}')`,
    sql`insert into teamlore.redaction_rules (team_id, rules, allow, version, updated_at)
      values (${teamId}, '[]', '[]', 1, now())`,
    sql`insert into teamlore.capture_reports (machine_id, team_id, sent_at, received_at, report)
      values (${ids.machine}, ${teamId}, now(), now(), '{}')`,
    sql`insert into teamlore.audit_events (id, team_id, action) values (${newId.event()}, ${teamId}, 'team.created')`,
  ]
  for (const statement of statements) await engine.db.execute(statement)
  return { teamId, userId }
}
