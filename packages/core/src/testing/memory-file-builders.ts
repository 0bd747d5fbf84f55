import type { IngestProject, MemoryFilesReport, ReportedMemoryFile } from '@teamlore/shared'
import { buildRequest } from './ingest-builders.ts'

export const buildMemoryFile = (fields: Partial<ReportedMemoryFile> = {}): ReportedMemoryFile => ({
  path: 'CLAUDE.md',
  tool: 'claude-code',
  is_personal: false,
  text: '# Harbour\n\nBerths are numbered from the east.\n',
  is_cut: false,
  modified_at: '2026-03-01T08:00:00.000Z',
  git_branch: 'main',
  ...fields,
})

export const HARBOUR: IngestProject = {
  remote_url: 'https://git.example.com/acme/harbour.git',
  root_commit: null,
  root_path: '/home/ann/harbour',
}

export const buildMemoryFilesReport = (
  files: ReportedMemoryFile[],
  fields: Partial<MemoryFilesReport> = {},
): MemoryFilesReport => ({
  machine: buildRequest().machine,
  project: HARBOUR,
  revision: 1,
  files,
  ...fields,
})
