/** Names of what is kept in the query cache, in one place: live events invalidate across features. */
export const queryKeys = {
  me: ['me'] as const,
  browsers: ['browsers'] as const,
  passkeys: ['passkeys'] as const,
  members: ['members'] as const,
  invitations: ['invitations'] as const,
  keys: ['keys'] as const,
  machines: ['machines'] as const,
  signInProviders: ['sign-in-providers'] as const,
  stats: ['stats'] as const,
  projects: ['projects'] as const,
  allProjects: ['projects', 'all'] as const,
  project: (id: string) => ['projects', id] as const,
  provisioning: ['provisioning'] as const,
  sharePreview: (sessionId: string) => ['share-preview', sessionId] as const,
  jobs: ['jobs'] as const,
  usage: ['usage'] as const,
  /** Whether there is a language model to ask. */
  languageModel: ['usage', 'model'] as const,
  audit: (query: object) => ['audit', query] as const,
  capture: ['capture'] as const,
  sessions: (filter?: object) => (filter ? (['sessions', filter] as const) : ['sessions']),
  session: (id: string) => ['session', id] as const,
  messages: (sessionId: string, anchor?: string) =>
    anchor === undefined ? ['messages', sessionId] : ['messages', sessionId, anchor],
  message: (id: string) => ['message', id] as const,
  sessionPrompts: (sessionId: string) => ['session-prompts', sessionId] as const,
  prompts: (filter: object) => ['prompts', filter] as const,
  observations: (sessionId: string) => ['observations', sessionId] as const,
  summaries: (sessionId: string) => ['summaries', sessionId] as const,
  links: (sessionId: string) => ['links', sessionId] as const,
  /** Anything that has a page of its own, by its id. */
  thing: (id: string) => ['thing', id] as const,
  memories: (query: object) => ['memories', query] as const,
  memoryHistory: (id: string) => ['memory-history', id] as const,
  memoryPolicy: (project?: string) =>
    project === undefined ? (['memory-policy'] as const) : (['memory-policy', project] as const),
  reviewQueue: ['review-queue'] as const,
  contradictions: ['contradictions'] as const,
  books: ['books'] as const,
  book: (name: string) => ['book', name] as const,
  /** What a lorebook answers to a question. */
  bookAnswer: (name: string, what: string, query: object) => ['book', name, what, query] as const,
  insights: (query: object) => ['insights', query] as const,
  /** What is known of a file. */
  code: (what: string, query: object) => ['code', what, query] as const,
  completion: (typing: object) => ['completion', typing] as const,
  concepts: ['concepts'] as const,
  timeline: (query: object) => ['timeline', query] as const,
  search: (query: object) => ['search', query] as const,
  /** Apart from searches: what comes in must not ask the language model again. */
  judgedSearch: (query: object) => ['judged-search', query] as const,
}
