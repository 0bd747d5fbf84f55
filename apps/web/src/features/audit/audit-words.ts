import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditEntry,
  type AuditVerification,
} from '@teamlore/shared/audit'
import { plural } from '@teamlore/shared/plural'

/** What somebody did, as a sentence goes on after their name; `of`: what it was done to. */
const WORDS: Record<AuditAction, (of: string) => string> = {
  'agent_traces.exported': () => 'exported who wrote the lines of commits',
  'agents_md.exported': (of) => `exported the section for AGENTS.md of ${of}`,
  'api_key.claimed': (of) => `said that a given key is theirs: ${of}`,
  'api_key.created': (of) => `made a key: ${of}`,
  'api_key.revoked': (of) => `revoked a key: ${of}`,
  'api_key.used': (of) => `used a key for the first time that day: ${of}`,
  'browser.all_ended': () => 'signed out everywhere',
  'browser.ended': () => 'signed a browser out',
  'browser.stolen_token_ended': () => 'was signed out, for a former token was shown again',
  'client.connected': (of) => `let a client in: ${of}`,
  'client.denied': (of) => `turned a client away: ${of}`,
  'client.disconnected': (of) => `had a client that disconnected: ${of}`,
  'client.reused_token_ended': (of) =>
    `had a client ended, for a former token was shown again: ${of}`,
  'client.revoked': (of) => `ended a connected client: ${of}`,
  'managed_client.added': (of) => `had a provider vouch for a client: ${of}`,
  'managed_client.removed': (of) => `removed a managed client: ${of}`,
  'device.allowed': () => 'let a machine in by a short code',
  'device.denied': () => 'refused a machine that asked by a short code',
  'distil_rule.set': () => 'set whether own coding agents distil sessions',
  'forgetting.made': () => 'had something forgotten',
  'forgetting.purged': () => 'purged what was forgotten',
  'forgetting.set': () => 'set how long an undo is possible',
  'forgetting.undone': () => 'undid a deletion',
  'group.provisioned': (of) => `reported a group: ${of}`,
  'group.removed': (of) => `removed a group: ${of}`,
  'hold.lifted': (of) => `lifted a legal hold: ${of}`,
  'hold.set': (of) => `set a legal hold: ${of}`,
  'integration.connected': (of) => `connected a code host: ${of}`,
  'integration.backfilled': (of) => `had pull requests of before looked at: ${of}`,
  'integration.check_overridden': (of) => `let a check of a pull request pass: ${of}`,
  'integration.item_acknowledged': (of) => `acknowledged an item of a pull request: ${of}`,
  'integration.dismissed': (of) => `dismissed an item on pull requests: ${of}`,
  'integration.undismissed': (of) => `undid the dismissal of an item on pull requests: ${of}`,
  'integration.removed': (of) => `removed a code host: ${of}`,
  'integration.replayed': (of) => `had an event of a code host done again: ${of}`,
  'integration.set': (of) => `set what a code host is shown: ${of}`,
  'incoming_hook.added': (of) => `made an address for what a tool sends: ${of}`,
  'incoming_hook.removed': (of) => `removed the address of a tool: ${of}`,
  'incoming_hook.rotated': (of) => `gave the address of a tool a new secret: ${of}`,
  'incoming_hook.set': (of) => `set the address of a tool: ${of}`,
  'webhook.added': (of) => `added a webhook: ${of}`,
  'webhook.removed': (of) => `removed a webhook: ${of}`,
  'webhook.replayed': (of) => `had an event sent to a webhook again: ${of}`,
  'webhook.rotated': (of) => `gave a webhook a new secret: ${of}`,
  'webhook.set': (of) => `set a webhook: ${of}`,
  'webhook.switched_off': (of) => `switched off a webhook that took nothing: ${of}`,
  'invitation.created': () => 'made an invitation',
  'invitation.declined': () => 'declined an invitation',
  'invitation.revoked': () => 'withdrew an invitation',
  'invitation.sent': () => 'sent an invitation again',
  'own_data.exported': () => 'exported everything of their own',
  'book.exported': (of) => `exported a lorebook: ${of}`,
  'book.home_moved': () => 'moved a lorebook to another repository or branch',
  'book.links_set': () => 'decided whether links in a lorebook are relationships',
  'book.undone': () => 'undid an ingest of a lorebook',
  'job.retried': () => 'retried background work',
  'machine.registered': (of) => `connected a machine: ${of}`,
  'member.address_changed': (of) => `changed the address of a member by the directory: ${of}`,
  'member.deprovisioned': (of) => `ended a member by the directory: ${of}`,
  'member.joined': () => 'joined the team',
  'member.left': () => 'left the team',
  'member.provisioned': (of) => `made a member by the directory: ${of}`,
  'member.removed': (of) => `removed a member: ${of}`,
  'member.renamed': (of) => `renamed a member by the directory: ${of}`,
  'member.role_changed': (of) => `changed the role of ${of}`,
  'agents_md_policy.removed': (of) => `removed the AGENTS.md policy of ${of}`,
  'agents_md_policy.set': (of) => `set what goes into AGENTS.md of ${of}`,
  'agents_md_pull_request.removed': (of) => `switched off the pull request for AGENTS.md of ${of}`,
  'agents_md_pull_request.set': (of) => `switched on the pull request for AGENTS.md of ${of}`,
  'memory_policy.removed': () => 'removed a policy of memories',
  'memories.unreviewed_moved': () => 'moved drafts to unreviewed, or back',
  'memory_policy.set': () => 'said who lets memories become active',
  'ownership.transferred': (of) => `handed the team over to ${of}`,
  'passkey.added': () => 'added a passkey',
  'passkey.removed': () => 'removed a passkey',
  'project.exported': (of) => `exported the sessions of ${of}`,
  'project.granted': (of) => `put somebody on the list of ${of}`,
  'project.revoked': (of) => `took somebody off the list of ${of}`,
  'project.set': (of) => `set who sees ${of}`,
  'redaction_rules.set': () => 'set what the team takes for a secret',
  'holdout.paused': (of) => `ended the holdout of ${of}, as it was clear how sessions go`,
  'holdout.set': (of) => `set how many sessions of ${of} begin without a brief`,
  'retention.applied': (of) => `had old text removed: ${of}`,
  'retention.removed': (of) => `turned off the retention of ${of}`,
  'retention.set': (of) => `set the retention of ${of}`,
  'service.created': (of) => `made a service account: ${of}`,
  'session.exported': (of) => `exported a session: ${of}`,
  'session.restored': (of) => `wrote a session back for its tool: ${of}`,
  'session.shared': (of) => `shared a session: ${of}`,
  'session.unshared': (of) => `made a session private again: ${of}`,
  'sign_in.failed': (of) => `refused a sign-in as ${of}`,
  'sign_in.succeeded': () => 'signed in',
  'sign_in_link.created': (of) => `made a sign-in link for ${of}`,
  'sign_in_provider.changed': () => 'changed a sign-in provider',
  'sign_in_provider.created': () => 'added a sign-in provider',
  'sign_in_provider.removed': () => 'removed a sign-in provider',
  'sign_out.succeeded': () => 'signed out',
  'slack.connected': (of) => `connected Slack: ${of}`,
  'slack.removed': (of) => `removed Slack: ${of}`,
  'slack.replayed': () => 'did again what failed in Slack',
  'slack.set': (of) => `set what is said in Slack: ${of}`,
  'team.created': () => 'made the team',
  'team.renamed': () => 'named the team',
  'team.switched': () => 'went to another team',
  'usage_settings.set': () => 'capped what language models cost',
}

const isKnown = (action: string): action is AuditAction =>
  AUDIT_ACTIONS.some((known) => known === action)

type Done = Pick<AuditEntry, 'action' | 'subject'> & Partial<Pick<AuditEntry, 'user' | 'details'>>

export const didWhat = ({ action, subject, user, details }: Done): string => {
  const of = subject?.name ?? subject?.id ?? 'one that you may not see'
  const isOwn = user !== null && user !== undefined && details?.['user'] === user.id
  if (action === 'project.granted' && isOwn) return `put themselves on the list of ${of}`
  return isKnown(action) ? WORDS[action](of) : action
}

/** To choose from: the words of each without what it was done to. */
export const ACTION_CHOICES = AUDIT_ACTIONS.map((value) => ({
  value,
  label: WORDS[value]('…').replace(/[:\s]*…$/, ''),
})).sort((a, b) => a.label.localeCompare(b.label))

const ID = /^[a-z]{3,4}_[0-9a-z]{26}$/

/**
 * Settings and counts as they were, such as `from member, to admin`. `names`: people by their ids; another id says nothing to
 * anybody, nor does a name that stands there already.
 */
export const detailsOf = (
  { details, subject }: Pick<AuditEntry, 'details' | 'subject'>,
  names: ReadonlyMap<string, string>,
): string =>
  Object.entries(details)
    .flatMap(([name, value]) => {
      const said = names.get(String(value)) ?? String(value)
      const isNothing = value === null || ID.test(said) || said === subject?.name
      return isNothing ? [] : [`${name.replace(/_id$/, '').replaceAll('_', ' ')} ${said}`]
    })
    .join(', ')

/** What a verification found, in words; times as the database has them, so that two people read the same. */
export const markOf = ({
  broken,
  events,
  sealed_until,
  waiting,
}: Pick<AuditVerification, 'broken' | 'events' | 'sealed_until' | 'waiting'>): string =>
  [
    ...(broken === null ? [] : [`Not as it was sealed. ${broken.message}`]),
    sealed_until === null
      ? `${broken === null ? 'No event is sealed yet' : 'Nothing before that is sealed'}.`
      : `${broken === null ? 'Verified' : 'What holds'}: ${plural(events, 'event')}, sealed until ${sealed_until.slice(0, 16).replace('T', ' ')} UTC.`,
    ...(waiting === 0 ? [] : [`${plural(waiting, 'event')} not sealed yet.`]),
  ].join(' ')
