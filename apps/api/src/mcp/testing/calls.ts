/** Calls of tools over the use cases of mcp.test.ts. */
export const CALLS: Record<string, Record<string, unknown>> = {
  lore_search: { query: 'engines' },
  lore_timeline: { around: 'obs_01aaaa' },
  lore_get: { ids: ['obs_01aaaa'] },
  lore_context: { project: 'teamlore', files: ['a.ts', 'b.ts'] },
  lore_why: { project: 'teamlore', path: 'src/a.ts', line: 3 },
  lore_list_sessions: { after: '2026-01-01' },
  lore_get_session: { id: 'ses_01aaaa' },
  lore_get_linked_sessions: { commit: 'c0ffee0' },
  lore_changes: { from: '2026-01-01' },
  lore_blame: { path: 'a.ts', lines: ['const a = 1'] },
}
