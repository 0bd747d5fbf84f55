import { eachFilter, filterFacts } from '@teamlore/shared'

/** What the parameters of all addresses mean: one name means one thing everywhere. */
export const PARAMETER_DOCS: Record<string, string> = {
  ...eachFilter((name) => filterFacts(name).docs),
  action: 'Only what was done so, such as `member.removed`.',
  all: 'Weak ones too, which are left out otherwise.',
  around: 'Id of a message to start at, for links into the middle of a transcript.',
  at: 'A moment to look around: a date, a date and time, yesterday, 7d.',
  budget_tokens: 'The answer holds at most this many tokens; what would not fit is left out whole.',
  cursor: '`next_cursor` of the page before; leave it out for the first page.',
  days: 'Days after the last activity of a session.',
  files: 'Paths you are working on, with commas.',
  format: 'How the brief is written.',
  group: '`session`: one hit of each session, with the others in `more_in_session`.',
  head: 'Hash of a batch, kept from an earlier verification.',
  id: 'The id, or its first 8 or more characters where they name just one.',
  ids: 'Ids to open, with commas: messages, observations, summaries, sessions or memory files, whole or as unique prefixes.',
  include_gone: 'Also list what is on no machine any more.',
  include_superseded: 'Also find what has been superseded or rejected.',
  keeps_prompts: 'Whether what people typed stays.',
  kind: 'Only this kind.',
  kinds: 'Only these kinds, with commas.',
  limit: 'How many at most.',
  machine: 'Only this machine: its id.',
  max_bytes: 'Bytes of messages that the project may hold.',
  modified_at:
    'When the file was last written, in milliseconds since 1970: some tools write no times down.',
  more: 'Of hits grouped by session: how many of the others to give with each.',
  name: 'What the file is called.',
  prefix: 'Only what begins so.',
  preview_chars: 'Texts longer than this are shortened.',
  q: 'The question or the words to look for.',
  scope: 'Where to look: everything, words of sessions, one project, or curated knowledge.',
  state: 'Only what is in this state: `waiting`, `purged` or `undone`.',
  started_by:
    '`person`: sessions that somebody held; `program`: those that a script or CI started.',
  text: 'Only what contains this text, in whatever case.',
  visibility: '`private`: for you alone, whatever is usual in the project.',
  within:
    'Where to look: the project of what stands in the middle, its session, or everything of the team.',
  user: 'Only what this person did: an id or an email address.',
}

/** Where a name means something else after all. */
export const SPECIAL_PARAMETER_DOCS: Record<string, string> = {
  '/v1/timeline around': 'Id of what to look around, or a unique prefix.',
  '/v1/timeline before': 'How many entries before it.',
  '/v1/timeline after': 'How many entries after it.',
  '/v1/timeline q': 'A question whose best hit is looked around.',
  '/v1/records around': 'How many messages before and after each are opened too.',
  '/v1/search/complete q': 'What has been typed so far.',
  '/v1/search/complete cursor':
    'Where the cursor stands in it, in UTF-16 units; at the end by default.',
  '/v1/jobs/{id}/retry id': 'Id of a dead job, as GET /v1/jobs lists it.',
}

/** What each status means, the same everywhere. */
export const STATUS_DOCS: Record<string, string> = {
  '200': 'As asked.',
  '201': 'Made.',
  '202': 'Taken on; it happens soon.',
  '204': 'Done; there is nothing to say.',
  '400': 'The request is not as documented. `details.issues` names each fault.',
  '401': 'No key, or one that is not valid.',
  '403': 'Your role does not allow this, or the request came from another site.',
  '404': 'There is no such thing, or none that you may see.',
  '409': 'It does not stand as it would have to for this.',
  '410': 'It was forgotten. Until it is purged, an undo brings it back.',
  '413': 'The body is larger than the limit named in the message.',
  '415': 'The body is not JSON, or compressed in a way that is not taken here.',
  '422':
    'The request can be read but makes no sense, such as a prefix that fits several ids; the message says why.',
  '429': 'Too many requests. Wait as long as Retry-After says.',
  '500': 'Something went wrong on the server.',
  '503': 'Not available just now. Try again.',
}
