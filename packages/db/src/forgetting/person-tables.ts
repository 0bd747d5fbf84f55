/** What goes with a person of one table, and what of it stays without them. */
export type PersonErasure = {
  /** Rows go where any of these columns names the person. */
  rows?: readonly string[]
  /** Rows go where any of these columns names a machine of theirs. */
  machines?: readonly string[]
  /** Rows stay; what these columns say of the person is blanked. */
  blanks?: readonly string[]
  /** Columns that go on saying an id, which leads to nobody any more, or nothing of a person. */
  ids?: readonly string[]
}

const privateTo = { rows: ['private_to'] } as const

/**
 * Every table with something of a person beside their sessions, in the order of the purge. A test holds it against the schema: a column
 * whose name sounds like a person's and that is missing here fails it.
 */
export const PERSON_TABLES: Readonly<Record<string, PersonErasure>> = {
  browser_sessions: { rows: ['user_id', 'given_by'] },
  sign_in_links: { rows: ['user_id', 'given_by'] },
  oauth_grants: { rows: ['user_id', 'given_by'], ids: ['client_name'] },
  api_keys: { rows: ['user_id'], ids: ['created_by', 'machine_id'] },
  home_states: { rows: ['user_id'], ids: ['agent_at'] },
  mail_digests: { rows: ['user_id'] },
  handovers: { rows: ['user_id'] },
  distil_leases: { rows: ['user_id'] },
  review_batches: { rows: ['user_id'] },
  memory_servings: { rows: ['user_id'] },
  holdout_arms: { rows: ['user_id'] },
  project_access: { rows: ['user_id'], ids: ['granted_by'] },
  session_reads: { rows: ['user_id'] },
  session_notes: { rows: ['user_id'] },
  memory_actions: { rows: ['user_id', 'private_to'] },
  provisioned_group_members: { rows: ['user_id'] },
  provisioned_users: { rows: ['user_id'] },
  memberships: { rows: ['user_id'] },
  project_paths: { machines: ['machine_id'] },
  capture_reports: { machines: ['machine_id'] },
  memory_file_copies: { machines: ['machine_id'], rows: ['private_to'] },
  memory_file_reports: { machines: ['machine_id'] },
  documents: { rows: ['private_to'], ids: ['author_id'] },
  memory_files: { machines: ['machine_id'], rows: ['private_to'], ids: ['seen_on'] },
  code_files: privateTo,
  code_imports: privateTo,
  code_graphs: { rows: ['private_to'], ids: ['machine_id'] },
  commit_files: privateTo,
  commits: { rows: ['private_to'], blanks: ['author_name', 'author_hash'], ids: ['seen_on'] },
  lexeme_stats: privateTo,
  corpus_stats: privateTo,

  messages: privateTo,
  edits: privateTo,
  observations: { rows: ['private_to'], ids: ['superseded_by'] },
  summaries: privateTo,
  model_answers: privateTo,
  memory_curations: privateTo,
  memory_versions: { rows: ['private_to'], ids: ['recorded_by'] },
  memory_anchors: privateTo,
  memory_comments: privateTo,
  memory_relations: { rows: ['private_to'], ids: ['created_by'] },
  memory_evidence: { rows: ['private_to', 'user_id'], ids: ['machine_id'] },
  memory_signals: { rows: ['private_to'], blanks: ['note'], ids: ['user_id', 'machine_id'] },
  memories: { rows: ['private_to'], ids: ['author_id', 'reviewed_by', 'removal_by'] },
  sessions: { rows: ['user_id', 'private_to'], ids: ['machine_id', 'started_by'] },

  users: { blanks: ['name', 'email'] },
  projects: { blanks: ['identity', 'name'] },
  machines: { blanks: ['name', 'fingerprint', 'platform', 'agent_version'], ids: ['user_id'] },
  invitations: { blanks: ['email'], ids: ['user_id', 'created_by'] },
  audit_personal_fields: { blanks: ['salt', 'value'], ids: ['user_id'] },
  audit_events: { ids: ['user_id', 'machine_id'] },
  usage_events: { blanks: ['user_id', 'asked_by'] },

  // Of the person in all teams: gone with the last of these.
  identities: { rows: ['user_id'], ids: ['email'] },
  passkeys: { rows: ['user_id', 'given_by'] },
  sign_in_attempts: { rows: ['user_id'] },
  device_codes: { rows: ['for_user_id', 'given_by'], ids: ['machine', 'user_code'] },

  session_links: { ids: ['user_id', 'created_by'] },
  book_generations: { ids: ['made_by'] },
  book_proposals: { ids: ['proposed_by', 'decided_by'] },
  books: { ids: ['made_by'] },
  agents_md_policies: { ids: ['updated_by'] },
  agents_md_pull_requests: { ids: ['set_by'] },
  retention_policies: { ids: ['set_by'] },
  holdouts: { ids: ['set_by'] },
  memory_policies: { ids: ['updated_by', 'serves_unreviewed'] },
  deletions: { ids: ['owner_id', 'requested_by', 'undone_by'] },
  legal_holds: { ids: ['set_by', 'lifted_by'] },
  integrations: { ids: ['created_by'] },
  webhooks: { ids: ['created_by'] },
  incoming_hooks: { ids: ['created_by'] },
  acknowledgements: { ids: ['made_by'] },
  dismissals: { ids: ['made_by', 'undone_by'] },
  slack_apps: { ids: ['created_by'] },
  sign_in_providers: { ids: ['email_trust'] },
}

/** Columns that sound like a person's. */
export const SOUNDS_PERSONAL =
  /(^|_)(user|author|person|email|owner|machine|fingerprint|recipient|reviewer|agent)(_|$)|_by$|^private_to$|^client_name$/

/** Tables whose rows of a person are not found by their team. */
export const ABOVE_TEAMS = ['identities', 'passkeys', 'sign_in_attempts', 'device_codes'] as const
