import { type Redactor, redactHeader, redactMessage, redactPath } from '@teamlore/redaction'
import type { Message, SessionDetail } from '@teamlore/shared'

/** What leaves the server goes through the rules of today, the team's and this machine's: it was taken in by those of then. */
export const redactedMessage = (message: Message, redactor: Redactor): Message => {
  const { kind, model, git_branch, blocks } = message
  const said = { kind, model, git_branch, cwd: null, blocks: blocks.map(({ block }) => block) }
  const redacted = redactMessage(said, redactor).message
  return {
    ...message,
    model: redacted.model,
    git_branch: redacted.git_branch,
    blocks: redacted.blocks.map((block, at) => ({
      block,
      truncated_chars: blocks[at]?.truncated_chars ?? 0,
    })),
  }
}

export const redactedSession = (session: SessionDetail, redactor: Redactor): SessionDetail => {
  const titled = <T extends { title: string }>(one: T): T => ({
    ...one,
    title: titleOf(one.title, redactor),
  })
  const { native_id, cwd, git_branch, git_head, tool_version, models, pull_requests } = session
  const { header } = redactHeader(
    {
      native_id,
      cwd,
      git_branch,
      git_head,
      tool_version,
      models,
      pull_requests,
      parent_native_id: null,
      title: null,
      project: null,
    },
    redactor,
  )
  const { parent_native_id: _, title: __, project: ___, ...safe } = header
  return {
    ...titled(session),
    ...safe,
    parent: session.parent && titled(session.parent),
    children: session.children.map(titled),
    files: session.files.map((file) => ({ ...file, path: redactPath(file.path, redactor) })),
    source: { ...session.source, path: redactPath(session.source.path, redactor) },
  }
}

/** Any text, such as one that somebody else wrote to this machine's disk. */
export const redactedText = (text: string, redactor: Redactor): string => {
  const said = { kind: 'assistant', cwd: null, git_branch: null, model: null } as const
  const [block] = redactMessage({ ...said, blocks: [{ type: 'text', text }] }, redactor).message
    .blocks
  return block?.type === 'text' ? block.text : ''
}

const titleOf = (title: string, redactor: Redactor): string => {
  const header = {
    native_id: '',
    parent_native_id: null,
    cwd: null,
    git_branch: null,
    git_head: null,
    tool_version: null,
    models: [],
    pull_requests: [],
    project: null,
    title,
  }
  return redactHeader(header, redactor).header.title ?? title
}
