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
  { isPrivate = false, isRestricted = false }: { isPrivate?: boolean; isRestricted?: boolean } = {},
): Promise<SeededTeam> => {
  const teamId = newId.team()
  const userId = newId.user()
  const ids = {
    machine: newId.machine(),
    key: newId.apiKey(),
    group: newId.group(),
    project: newId.project(),
    session: newId.session(),
    message: newId.message(),
    document: newId.document(),
    memory: newId.memory(),
    memoryFile: newId.memoryFile(),
    book: newId.book(),
    commit: newId.commit(),
    deletion: newId.deletion(),
    event: newId.event(),
    integration: newId.integration(),
    webhook: newId.webhook(),
    incomingHook: newId.incomingHook(),
    slack: newId.slack(),
    pullRequest: newId.pullRequest(),
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
    sql`insert into teamlore.invitations (id, team_id, token_hash, role, created_by, created_at, expires_at)
      values (${newId.invitation()}, ${teamId}, ${`invitation ${teamId}`}, 'member', ${userId}, now(), now())`,
    sql`insert into teamlore.browser_sessions (id, token_hash, team_id, user_id, expires_at)
      values (${newId.browser()}, ${`browser ${teamId}`}, ${teamId}, ${userId}, now())`,
    sql`insert into teamlore.oauth_grants (id, team_id, user_id, client_id, client_name, redirect_to,
        resource, scopes, refused_scopes, most, created_at)
      values (${newId.grant()}, ${teamId}, ${userId}, 'c', 'A client', 'localhost', 'http://x/mcp',
        '{read}', '{}', 'viewer', now())`,
    sql`insert into teamlore.oauth_clients (id, metadata, created_at)
      values (${`managed ${teamId}`}, '{}', now())`,
    sql`insert into teamlore.managed_clients (id, team_id, name, provider, scopes, created_at)
      values (${`managed ${teamId}`}, ${teamId}, 'A client', 'oidc', '{read}', now())`,
    sql`insert into teamlore.sign_in_providers (id, team_id, kind, name, client_id, client_secret,
        allowed_domains, groups_claim, group_roles, created_at)
      values (${newId.provider()}, ${teamId}, 'google', 'Google', 'c', 's', '{}', 'groups', '[]', now())`,
    sql`insert into teamlore.projects (id, team_id, identity, name, is_restricted)
      values (${ids.project}, ${teamId}, 'git:x', 'x', ${isRestricted})`,
    sql`insert into teamlore.project_access (team_id, project_id, user_id, granted_by, granted_at)
      values (${teamId}, ${ids.project}, ${userId}, ${userId}, now())`,
    sql`insert into teamlore.provisioned_users (team_id, user_id, user_name, active, attributes, created_at, updated_at)
      values (${teamId}, ${userId}, 'ann', true, '{}', now(), now())`,
    sql`insert into teamlore.provisioned_groups (id, team_id, name, created_at, updated_at)
      values (${ids.group}, ${teamId}, 'platform', now(), now())`,
    sql`insert into teamlore.provisioned_group_members (team_id, group_id, user_id)
      values (${teamId}, ${ids.group}, ${userId})`,
    sql`insert into teamlore.project_paths (team_id, machine_id, root_path, project_id)
      values (${teamId}, ${ids.machine}, '/x', ${ids.project})`,
    sql`insert into teamlore.sessions
        (id, team_id, machine_id, user_id, project_id, tool, native_id, kind, private_to, title)
      values (${ids.session}, ${teamId}, ${ids.machine}, ${userId}, ${ids.project}, 'claude-code',
        'n', 'main', ${owner}, 'Seeded session')`,
    sql`insert into teamlore.session_reads (team_id, session_id, user_id)
      values (${teamId}, ${ids.session}, ${userId})`,
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
    sql`insert into teamlore.documents (id, team_id, project_id, session_id, private_to, kind, source_id, title,
        body, origin, tokens, length, tsv, content_hash)
      values (${ids.document}, ${teamId}, ${ids.project}, ${ids.session}, ${owner}, 'message', ${ids.message}, 't', 'b',
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
    sql`insert into teamlore.memories (id, team_id, project_id, private_to, kind, status, statement, reason,
        rejected, slots, origin, confidence, confidence_parts, version, valid_from, recorded_at,
        confirmed_at, created_at)
      values (${ids.memory}, ${teamId}, ${ids.project}, ${owner}, 'decision', 'active', 's', '', '[]', '{}',
        'human', 0.5, '{}', 1, now(), now(), now(), now())`,
    sql`insert into teamlore.memory_versions (memory_id, version, team_id, private_to, kind, status,
        statement, reason, rejected, slots, valid_from, recorded_at, change)
      values (${ids.memory}, 1, ${teamId}, ${owner}, 'decision', 'active', 's', '', '[]', '{}', now(), now(), 'made')`,
    sql`insert into teamlore.memory_anchors (memory_id, position, team_id, private_to, path, state, is_inherited)
      values (${ids.memory}, 0, ${teamId}, ${owner}, 'a.ts', 'unknown', false)`,
    sql`insert into teamlore.memory_evidence (memory_id, position, team_id, private_to, kind, ref, quote,
        origin, recorded_at)
      values (${ids.memory}, 0, ${teamId}, ${owner}, 'message', ${ids.message}, 'q', 'human', now())`,
    sql`insert into teamlore.memory_relations (from_id, to_id, type, team_id, private_to, status,
        confidence, reason, created_at)
      values (${ids.memory}, ${ids.memory}, 'relates', ${teamId}, ${owner}, 'held', 1, '', now())`,
    sql`insert into teamlore.memory_signals (memory_id, type, source, team_id, private_to, note, created_at)
      values (${ids.memory}, 'confirmed', 's', ${teamId}, ${owner}, '', now())`,
    sql`insert into teamlore.memory_policies (team_id, project_id, mode, threshold, origins, updated_at)
      values (${teamId}, ${ids.project}, 'manual', 0.5, '[]', now())`,
    sql`insert into teamlore.agents_md_policies (team_id, project_id, kinds, min_confidence, max_tokens, updated_at)
      values (${teamId}, ${ids.project}, '[]', 0.5, 500, now())`,
    sql`insert into teamlore.mail_digests (team_id, user_id, since) values (${teamId}, ${userId}, now())`,
    sql`insert into teamlore.agents_md_pull_requests (team_id, project_id, is_on, path, set_by, set_at, asked_at, next_at)
      values (${teamId}, ${ids.project}, true, 'AGENTS.md', ${userId}, now(), now(), now())`,
    sql`insert into teamlore.agents_md_lines (team_id, project_id, export, memory_id, position, kind, text, exported_at)
      values (${teamId}, ${ids.project}, 'e', ${ids.memory}, 0, 'decision', 't', now())`,
    sql`insert into teamlore.memory_actions (id, team_id, private_to, user_id, decision, before, created_at)
      values (${newId.event()}, ${teamId}, ${owner}, ${userId}, 'approve', '[]', now())`,
    sql`insert into teamlore.memory_servings (team_id, memory_id, day, user_id)
      values (${teamId}, ${ids.memory}, current_date, ${userId})`,
    sql`insert into teamlore.review_batches (team_id, week, memory_id, user_id, position)
      values (${teamId}, current_date, ${ids.memory}, ${userId}, 1)`,
    sql`insert into teamlore.memory_comments (team_id, project_id, private_to, hash, path, line, memory_id, seen_at)
      values (${teamId}, ${ids.project}, ${owner}, 'h', 'src/x.ts', 1, ${ids.memory}, now())`,
    sql`insert into teamlore.home_states (team_id, user_id) values (${teamId}, ${userId})`,
    sql`insert into teamlore.memory_curations (session_id, team_id, private_to, distilled_at, curated_at)
      values (${ids.session}, ${teamId}, ${owner}, now(), now())`,
    sql`insert into teamlore.commits (id, team_id, project_id, private_to, sha, parents, tree, author_name,
        authored_at, committed_at, subject, trailers, mentions, noted_sessions, file_count, added_lines,
        removed_lines, seen_on)
      values (${ids.commit}, ${teamId}, ${ids.project}, ${owner}, 'aa', '{}', 't', 'Ann', now(), now(), 's',
        '[]', '[]', '[]', 1, 1, 0, ${ids.machine})`,
    sql`insert into teamlore.commit_files (team_id, commit_id, position, project_id, private_to, path, status,
        is_binary, added_lines, removed_lines, added, removed, authored_at)
      values (${teamId}, ${ids.commit}, 0, ${ids.project}, ${owner}, 'x.ts', 'added', false, 1, 0, '{}', '{}', now())`,
    sql`insert into teamlore.commit_relations (team_id, commit_id, other_id, kind, part, reason)
      values (${teamId}, ${ids.commit}, ${ids.commit}, 'replaces', 1, 'r')`,
    sql`insert into teamlore.session_links (id, team_id, session_id, type, commit_id, target, relation,
        confidence, reasons, created_by)
      values (${newId.sessionLink()}, ${teamId}, ${ids.session}, 'commit', ${ids.commit}, 'aa', 'wrote', 1, '[]', 'user')`,
    sql`insert into teamlore.session_notes (id, team_id, session_id, user_id, kind, text)
      values (${newId.sessionNote()}, ${teamId}, ${ids.session}, ${userId}, 'tag', 'seeded')`,
    sql`insert into teamlore.session_git (team_id, session_id, kind, at, said)
      values (${teamId}, ${ids.session}, 'ran', now(), 's')`,
    sql`insert into teamlore.edit_lines (team_id, key, session_id, name, at)
      values (${teamId}, 1, ${ids.session}, 1, now())`,
    sql`insert into teamlore.commit_lines (team_id, key, commit_id, name, at)
      values (${teamId}, 1, ${ids.commit}, 1, now())`,
    sql`insert into teamlore.commit_code (team_id, project_id, commit_id, position, path, status, hunks)
      values (${teamId}, ${ids.project}, ${ids.commit}, 0, 'x.ts', 'added', '[]')`,
    sql`insert into teamlore.books (id, team_id, name, project_text, schema_text, generation, summary,
        problems, ingested_at)
      values (${ids.book}, ${teamId}, 'Seeded', '', '', 1, '{}', '[]', now())`,
    sql`insert into teamlore.book_files (team_id, book_id, path, hash, text)
      values (${teamId}, ${ids.book}, 'a.md', 'h', 't')`,
    sql`insert into teamlore.book_generations (team_id, book_id, generation, project_text, schema_text,
        summary, gone, made_at)
      values (${teamId}, ${ids.book}, 1, '', '', '{}', '[]', now())`,
    sql`insert into teamlore.book_pictures (team_id, book_id, hash, media_type, size, paths, bytes)
      values (${teamId}, ${ids.book}, 'h', 'image/gif', 6, '[]', 'GIF89a')`,
    sql`insert into teamlore.book_versions (team_id, book_id, commit, committed_at, tags, project_text,
        schema_text, files, recorded_at)
      values (${teamId}, ${ids.book}, 'abc1234', now(), '[]', '', '', '[]', now())`,
    sql`insert into teamlore.book_proposals (team_id, book_id, id, from_key, to_key, field, quote,
        source_file, proposed_by)
      values (${teamId}, ${ids.book}, 'p', 'l/a', 'l/b', 'related', 'q', 'a.md', 'names')`,
    sql`insert into teamlore.entities (team_id, book_id, key, name, layer, aliases, tags, properties,
        lines, body)
      values (${teamId}, ${ids.book}, 'l/a', 'A', 'l', '[]', '[]', '{}', '{}', '')`,
    sql`insert into teamlore.entity_edges (team_id, book_id, position, src_key, dst_key, file, line)
      values (${teamId}, ${ids.book}, 0, 'l/a', 'l/a', 'a.md', 1)`,
    sql`insert into teamlore.entity_events (team_id, book_id, key, layer, consequences, file)
      values (${teamId}, ${ids.book}, 'l/a', 'l', '[]', 'a.md')`,
    sql`insert into teamlore.code_graphs (team_id, project_id, private_to, machine_id, build,
        is_default_branch, built_at)
      values (${teamId}, ${ids.project}, ${owner}, ${ids.machine}, 'b', true, now())`,
    sql`insert into teamlore.code_files (team_id, project_id, private_to, path, language, hash, lines,
        unresolved, symbols, build, updated_at)
      values (${teamId}, ${ids.project}, ${owner}, 'a.ts', 'typescript', 'h', 1, 0, '[]', 'b', now())`,
    sql`insert into teamlore.code_imports (team_id, project_id, private_to, src_path, dst_path, kind)
      values (${teamId}, ${ids.project}, ${owner}, 'a.ts', 'b.ts', 'static')`,
    sql`insert into teamlore.embedding_spaces (id, dimensions) values ('seeded', 2) on conflict do nothing`,
    sql`insert into teamlore.book_vectors (team_id, book_id, space, content_hash, embedding, generation)
      values (${teamId}, ${ids.book}, 'seeded', 'h', '[1,2]', 1)`,
    sql`insert into teamlore.document_vectors (document_id, space, team_id, content_hash, embedding)
      values (${ids.document}, 'seeded', ${teamId}, 'h', '[1,2]')`,
    sql`insert into teamlore.embedding_queue (document_id, team_id) values (${ids.document}, ${teamId})`,
    sql`insert into teamlore.lexeme_stats (team_id, lexeme, private_to, documents)
      values (${teamId}, 'word', ${owner ?? ''}, 1)`,
    sql`insert into teamlore.corpus_stats (team_id, private_to, documents, total_length)
      values (${teamId}, ${owner ?? ''}, 1, 1)`,
    sql`insert into teamlore.outbox (team_id, type, payload)
      values (${teamId}, 'session.ingested', jsonb_build_object('session_id', ${ids.session}::text))`,
    sql`insert into teamlore.redaction_rules (team_id, rules, allow, version, updated_at)
      values (${teamId}, '[]', '[]', 1, now())`,
    sql`insert into teamlore.capture_reports (machine_id, team_id, sent_at, received_at, report)
      values (${ids.machine}, ${teamId}, now(), now(), '{}')`,
    sql`insert into teamlore.usage_events (id, team_id, session_id, purpose, provider, model, key, state,
        input_tokens, output_tokens)
      values (${newId.event()}, ${teamId}, ${ids.session}, 'distil', 'openai', 'm', 'k', 'done', 1, 1)`,
    sql`insert into teamlore.model_answers (team_id, key, session_id, private_to, answer)
      values (${teamId}, 'k', ${ids.session}, ${owner}, '{}')`,
    sql`insert into teamlore.distillations (team_id, session_id, distiller, prompts, last_ordinal)
      values (${teamId}, ${ids.session}, 'model', 1, 1)`,
    sql`insert into teamlore.handovers (id, team_id, user_id, session_id, session_name, findings)
      values (${newId.event()}, ${teamId}, ${userId}, ${ids.session}, 'n', '[]')`,
    sql`insert into teamlore.handed_readings (team_id, session_id, key) values (${teamId}, ${ids.session}, 'k')`,
    sql`insert into teamlore.distil_leases (id, team_id, user_id, session_id, holder, tool, state, expires_at)
      values (${newId.event()}, ${teamId}, ${userId}, ${ids.session}, 'laptop', 'claude', 'leased', now())`,
    sql`insert into teamlore.distil_rules (team_id, kind, subject, is_allowed) values (${teamId}, 'team', '', true)`,
    sql`insert into teamlore.model_settings (team_id, is_enabled) values (${teamId}, true)`,
    sql`insert into teamlore.deletions (id, team_id, kind, subject, of_session, requested_by, counts, hidden_at, purge_after)
      values (${ids.deletion}, ${teamId}, 'session', 'ses_gone', ${ids.session}, ${userId}, '{}', now(), now())`,
    sql`insert into teamlore.hidden_records (team_id, id, deletion_id, kind)
      values (${teamId}, 'ses_gone', ${ids.deletion}, 'session')`,
    sql`insert into teamlore.tombstones (team_id, hash, deletion_id, kind)
      values (${teamId}, 'h', ${ids.deletion}, 'id')`,
    sql`insert into teamlore.forgotten_evidence (team_id, memory_id, deletion_id, pieces, forgotten_at)
      values (${teamId}, ${ids.memory}, ${ids.deletion}, 1, now())`,
    sql`insert into teamlore.legal_holds (team_id, subject, kind, reason, set_by, set_at)
      values (${teamId}, 'ses_other', 'session', 'r', ${userId}, now())`,
    sql`insert into teamlore.retention_policies (project_id, team_id, days, keeps_prompts, set_by, set_at, effective_at)
      values (${ids.project}, ${teamId}, 120, true, ${userId}, now(), now())`,
    sql`insert into teamlore.holdouts (project_id, team_id, share, round, set_by, set_at)
      values (${ids.project}, ${teamId}, 20, 'r', ${userId}, now())`,
    sql`insert into teamlore.holdout_arms (team_id, user_id, tool, native_id, project_id, round, arm, began_at)
      values (${teamId}, ${userId}, 'codex', 'n', ${ids.project}, 'r', 'with_brief', now())`,
    sql`insert into teamlore.retention_runs (id, team_id, project_id, days, keeps_prompts, started_at)
      values (${newId.event()}, ${teamId}, ${ids.project}, 120, true, now())`,
    sql`insert into teamlore.session_sizes (session_id, team_id, measured_as_of, bytes)
      values (${ids.session}, ${teamId}, now(), 1)`,
    sql`insert into teamlore.session_removals (session_id, team_id, last_ordinal, prompts, messages, bytes, kept_messages, removed_at,
        keeps_prompts) values (${ids.session}, ${teamId}, 0, 1, 1, 1, 0, now(), true)`,
    sql`insert into teamlore.integrations (id, team_id, kind, web_url, api_url, pages_url, state, created_by, created_at)
      values (${ids.integration}, ${teamId}, 'github', 'https://github.com', 'https://api.github.com',
        'http://localhost:4000', 'connected', ${userId}, now())`,
    sql`insert into teamlore.integration_repositories (integration_id, repository_id, team_id, installation_id,
        full_name, url, visibility, seen_at)
      values (${ids.integration}, '1', ${teamId}, '7', 'acme/x', 'https://github.com/acme/x', 'private', now())`,
    sql`insert into teamlore.pull_requests (id, team_id, integration_id, repository_id, number, asked_at)
      values (${ids.pullRequest}, ${teamId}, ${ids.integration}, '1', 3, now())`,
    sql`insert into teamlore.acknowledgements (pull_request_id, memory_id, team_id, made_by, made_at, is_override, comment_url)
      values (${ids.pullRequest}, ${ids.memory}, ${teamId}, ${userId}, now(), false, 'https://github.com/acme/x/pull/3')`,
    sql`insert into teamlore.dismissals (id, team_id, integration_id, repository_id, memory_id, made_by, made_at, via)
      values (${newId.dismissal()}, ${teamId}, ${ids.integration}, '1', ${ids.memory}, ${userId}, now(), 'comment')`,
    sql`insert into teamlore.hook_deliveries (id, team_id, integration_id, delivery, event, pull_request_id, state,
        received_at)
      values (${newId.delivery()}, ${teamId}, ${ids.integration}, 'd', 'pull_request', ${ids.pullRequest}, 'done', now())`,
    sql`insert into teamlore.webhooks (id, team_id, url, events, is_on, sealed, created_by, created_at)
      values (${ids.webhook}, ${teamId}, 'https://hooks.example.com', '{memory.activated}', false, 's', ${userId}, now())`,
    sql`insert into teamlore.webhook_deliveries (id, team_id, webhook_id, event, memory_id, state)
      values (${newId.webhookDelivery()}, ${teamId}, ${ids.webhook}, 'memory.activated', ${ids.memory}, 'done')`,
    sql`insert into teamlore.incoming_hooks (id, team_id, name, sealed, created_by, created_at)
      values (${ids.incomingHook}, ${teamId}, 'builds', 's', ${userId}, now())`,
    sql`insert into teamlore.incoming_events (id, team_id, hook_id, message_id, type, state, received_at)
      values (${newId.incomingEvent()}, ${teamId}, ${ids.incomingHook}, 'm', 'outcome.build', 'done', now())`,
    sql`insert into teamlore.slack_apps (id, team_id, web_url, api_url, pages_url, state, created_by, created_at)
      values (${ids.slack}, ${teamId}, 'https://slack.com', 'https://slack.com/api', 'http://localhost:4000',
        'connected', ${userId}, now())`,
    sql`insert into teamlore.slack_asks (id, team_id, slack_id, delivery, kind, state, received_at)
      values (${newId.delivery()}, ${teamId}, ${ids.slack}, 'Ev1', 'mention', 'done', now())`,
    sql`insert into teamlore.forgetting_settings (team_id, delay_hours, updated_at) values (${teamId}, 24, now())`,
    sql`insert into teamlore.audit_events (id, team_id, action) values (${ids.event}, ${teamId}, 'team.created')`,
    sql`insert into teamlore.audit_batches (team_id, number, previous_hash, entries, root, hash, sealed_at)
      values (${teamId}, 1, 'p', '[]', 'r', 'h', now())`,
    sql`insert into teamlore.audit_personal_fields (event_id, team_id, field, user_id, salt, value)
      values (${ids.event}, ${teamId}, 'email', ${userId}, 's', 'ann@example.com')`,
  ]
  for (const statement of statements) await engine.db.execute(statement)
  return { teamId, userId }
}
