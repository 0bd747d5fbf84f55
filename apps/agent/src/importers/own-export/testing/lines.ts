import { NO_SLOTS } from '@teamlore/shared/memories'
import type { OwnDataLine } from '@teamlore/shared/own-data'

const USER = { id: 'usr_1', name: 'Ana' }
const PROJECT = { id: 'prj_1', name: 'tides' }
const AT = '2026-05-01T10:00:00.000Z'

export const about = {
  type: 'about',
  exported_at: AT,
  user: { ...USER, email: 'ana@example.com' },
  team: { id: 'team_1', name: 'Harbour' },
  role: 'member',
}

export const project = {
  type: 'project',
  project: { ...PROJECT, remote_url: 'https://github.com/acme/tides.git' },
}

type SessionOptions = { parent?: string; visibility?: 'team' | 'private' }

export const sessionLine = (
  name: string,
  { parent, visibility = 'team' }: SessionOptions = {},
): OwnDataLine => ({
  type: 'session',
  session: {
    id: `ses_${name}`,
    tool: 'claude-code',
    native_id: name,
    kind: 'main',
    started_by: 'person',
    parent_id: parent === undefined ? null : `ses_${parent}`,
    title: `About ${name}`,
    project: PROJECT,
    author: USER,
    machine: { id: 'mac_1', name: 'laptop' },
    visibility,
    cwd: '/nowhere/tides',
    git_branch: 'main',
    git_head: null,
    tool_version: '2.1.0',
    models: [],
    started_at: AT,
    ended_at: AT,
    updated_at: AT,
    counts: { messages: 1, prompts: 1, edits: 0, observations: 0, work: 0, subagents: 0 },
    usage: { input_tokens: 0, output_tokens: 0, cache_creation_tokens: 0, cache_read_tokens: 0 },
    distilled: 'done',
    tags: [],
    parent: null,
    children: [],
    pull_requests: [],
    files: [],
    notes: [],
    removal: null,
    source: {
      path: '/nowhere/x.jsonl',
      lines: 1,
      bad_lines: 0,
      unknown_records: 0,
      redactions: 0,
      server_redactions: 0,
    },
  },
})

export const messageLine = (
  session: string,
  ordinal: number,
  text = `Message ${ordinal} of ${session}.`,
): OwnDataLine => ({
  type: 'message',
  session_id: `ses_${session}`,
  message: {
    id: `msg_${session}_${ordinal}`,
    session_id: `ses_${session}`,
    key: `${session}-${ordinal}`,
    parent_id: ordinal === 0 ? null : `msg_${session}_${ordinal - 1}`,
    ordinal,
    ts: AT,
    role: 'user',
    kind: 'human',
    model: null,
    git_branch: null,
    is_abandoned: false,
    usage: null,
    blocks: [{ block: { type: 'text', text }, truncated_chars: 0 }],
    removed_at: null,
  },
})

export const editLine = (session: string, ordinal: number): OwnDataLine => ({
  type: 'edit',
  session_id: `ses_${session}`,
  edit: {
    key: `${session}-${ordinal}:0`,
    message_key: `${session}-${ordinal}`,
    tool_call_id: null,
    ts: AT,
    path: 'src/tides.ts',
    operation: 'edit',
    added_lines: 1,
    removed_lines: 0,
    added: ['0123456789abcdef'],
    removed: [],
  },
})

export const memoryLine = (
  statement: string,
  { status = 'active' }: { status?: 'active' | 'superseded' } = {},
): OwnDataLine => ({
  type: 'memory',
  memory: {
    id: 'mem_1',
    kind: 'decision',
    status,
    topic: 'Heron',
    statement,
    reason: 'It is so.',
    rejected: [],
    slots: NO_SLOTS,
    questions: [],
    origin: 'human',
    confidence: 0.9,
    confidence_parts: {
      origin: 0.9,
      confirmations: 0,
      contradictions: 0,
      setbacks: 0,
      is_approved: false,
      decay: 1,
    },
    project: PROJECT,
    visibility: 'team',
    author: USER,
    assignee: null,
    version: 1,
    valid_from: AT,
    recorded_at: AT,
    confirmed_at: AT,
    created_at: AT,
    stale: null,
    successor: null,
    review: null,
    anchors: [],
    evidence_count: 0,
    session_count: 0,
    contradicted_by: [],
  },
})

export const end = (counts: Omit<Extract<OwnDataLine, { type: 'end' }>, 'type'>): OwnDataLine => ({
  type: 'end',
  ...counts,
})
