import { lookUp } from '../../lib/look-up.ts'

const TITLES: Record<string, string> = {
  'answer-pull-request': 'Comment on a pull request',
  'answer-slack': 'Answer in Slack',
  'apply-retention': 'Remove the text of old messages',
  'compare-holdout': 'Compare sessions with and without a brief',
  'curate-project': 'Curate findings of a project',
  'distil-by-model': 'Distil a session by a language model',
  'distil-session': 'Distil a session',
  'embed-documents': 'Embed documents',
  'index-memory-file': 'Reindex a memory file',
  'index-messages': 'Reindex a session',
  'judge-memories': 'Compare memories by a language model',
  'link-commits': 'Link commits to sessions',
  'link-session': 'Link a session to commits',
  'mail-digest': 'Mail the week of a team',
  'propose-agents-md': 'Propose AGENTS.md by pull request',
  'propose-relationships': 'Propose relationships of a lorebook',
  'purge-deletion': 'Delete what was forgotten',
  'read-hosted-repositories': 'Read the repositories of a code host',
  'refresh-lexeme-stats': 'Count words for ranking',
  'seal-audit': 'Seal audit events',
  'send-webhook': 'Send a webhook',
  'withdraw-unreviewed': 'Withdraw memories that nobody reviewed',
  'write-questions': 'Write questions that memories answer',
  'write-topics': 'Write topics of memories',
}

/** What a job does, for people. */
export const jobTitle = (name: string): string => lookUp(TITLES, name) ?? name
