/** How what a table holds of people's work goes when it is forgotten. */
export type Erasure =
  /** Rows that belong to a session, a memory, or a document: deleted by that column, in slices. */
  | { by: 'session' | 'memory'; columns: readonly string[] }
  /** Goes with the rows of another table, by a foreign key or in the same statement. */
  | { with: string }
  /** Holds nothing that a session or a memory says. */
  | { holds: string }

const ofSession = { by: 'session', columns: ['session_id'] } as const
const ofMemory = { with: 'memories' } as const
const ofProject = { holds: 'code and commits of a repository, which are not of one session' }
const ofPeople = { holds: 'accounts and credentials, which end with the membership' }
const ofBook = { holds: 'files of a lorebook, which the repository is the source of' }
const settings = { holds: 'settings and figures' }
const ownNotes = { holds: 'ids, numbers and hashes of what was forgotten' }

/**
 * Every table there is, and how it is erased. The purge deletes by it, and a test holds it against the schema: a table that is
 * missing here fails it. The order is that of the purge: what others hang on comes last.
 */
export const ERASED_TABLES: Readonly<Record<string, Erasure>> = {
  messages: { by: 'session', columns: ['session_id'] },
  documents: ofSession,
  document_vectors: { with: 'documents' },
  embedding_queue: { with: 'documents' },
  lexeme_stats: { with: 'deletions' },
  corpus_stats: { with: 'deletions' },
  edits: ofSession,
  edit_lines: ofSession,
  observations: ofSession,
  summaries: ofSession,
  model_answers: ofSession,
  memory_curations: ofSession,
  session_git: ofSession,
  session_links: ofSession,
  session_notes: ofSession,
  session_reads: ofSession,
  session_sizes: ofSession,
  session_removals: ofSession,
  holdout_arms: ofSession,
  handovers: ofSession,
  handed_readings: ofSession,
  distil_leases: ofSession,
  distillations: ofSession,
  memory_evidence: { by: 'session', columns: ['session_id', 'ref'] },
  memory_signals: ofSession,
  usage_events: { with: 'sessions' },
  sessions: { by: 'session', columns: ['id'] },
  memory_actions: { with: 'memories' },
  memory_versions: ofMemory,
  memory_anchors: ofMemory,
  memory_relations: ofMemory,
  forgotten_evidence: ofMemory,
  memory_servings: ofMemory,
  review_batches: ofMemory,
  agents_md_lines: ofMemory,
  webhook_deliveries: ofMemory,
  memories: { by: 'memory', columns: ['id'] },
  outbox: { with: 'sessions' },

  commits: ofProject,
  commit_code: ofProject,
  commit_files: ofProject,
  commit_lines: ofProject,
  commit_relations: ofProject,
  code_files: ofProject,
  code_graphs: ofProject,
  code_imports: ofProject,
  projects: ofProject,
  project_access: ofProject,
  project_paths: ofProject,
  memory_comments: {
    holds: 'hashes and places of comments in code; what was made of them goes with memories',
  },
  memory_files: { holds: 'copies of files on machines, which end when the file does' },
  memory_file_copies: { holds: 'copies of files on machines, which end when the file does' },
  memory_file_reports: settings,
  capture_reports: { holds: 'the last report of a machine, replaced by the next one' },
  machines: { holds: 'names of machines, which end with their owner' },
  books: ofBook,
  book_files: ofBook,
  book_generations: ofBook,
  book_pictures: ofBook,
  book_proposals: ofBook,
  book_vectors: ofBook,
  book_versions: ofBook,
  entities: ofBook,
  entity_edges: ofBook,
  entity_events: ofBook,
  api_keys: ofPeople,
  browser_sessions: ofPeople,
  device_codes: ofPeople,
  home_states: ofPeople,
  identities: ofPeople,
  invitations: ofPeople,
  mail_digests: ofPeople,
  managed_clients: ofPeople,
  memberships: ofPeople,
  oauth_clients: ofPeople,
  oauth_grants: ofPeople,
  oauth_tokens: ofPeople,
  passkeys: ofPeople,
  provisioned_group_members: ofPeople,
  provisioned_groups: ofPeople,
  provisioned_users: ofPeople,
  sign_in_attempts: ofPeople,
  sign_in_links: ofPeople,
  sign_in_providers: ofPeople,
  teams: ofPeople,
  users: ofPeople,
  audit_personal_fields: { with: 'deletions of a person' },
  audit_events: { holds: 'who did what to which id, never what stood in it' },
  audit_batches: { holds: 'hashes of audit events, with salted hashes in the place of names' },
  distil_rules: settings,
  embedding_spaces: settings,
  forgetting_settings: settings,
  agents_md_policies: settings,
  agents_md_pull_requests: settings,
  memory_policies: settings,
  model_settings: settings,
  redaction_rules: settings,
  usage_days: settings,
  retention_policies: settings,
  holdouts: settings,
  worker_reports: settings,
  legal_holds: { holds: 'ids, and the reason of an admin for keeping them' },
  deletions: ownNotes,
  hidden_records: ownNotes,
  tombstones: ownNotes,
  integrations: settings,
  webhooks: settings,
  incoming_hooks: settings,
  incoming_events: {
    holds: 'ids of senders, names of kinds and counts, never what stood in an event',
  },
  slack_apps: settings,
  slack_asks: {
    holds: 'ids of events of Slack; what was asked, encrypted, until it is answered',
  },
  integration_repositories: { holds: 'names of repositories, as the host last said' },
  acknowledgements: ofMemory,
  dismissals: ofMemory,
  pull_requests: {
    holds:
      'numbers of pull requests, where their comments are and ids of what these show, never what stands in them',
  },
  hook_deliveries: {
    holds: 'ids and names of events and of comments of a host, never what stood in them',
  },
  retention_runs: { holds: 'counts of what a policy of a project made go' },
}

/** Tables of which rows are deleted by a column, in the order of the purge. */
export const purgedBy = (
  by: 'session' | 'memory',
): { table: string; columns: readonly string[] }[] =>
  Object.entries(ERASED_TABLES).flatMap(([table, erasure]) =>
    'by' in erasure && erasure.by === by ? [{ table, columns: erasure.columns }] : [],
  )
