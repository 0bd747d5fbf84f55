export type StandInPerson = {
  id: string
  /** As they call themselves. */
  name?: string
  email?: string
  isConfirmed?: boolean
  isBot?: boolean
  isDeleted?: boolean
  isGuest?: boolean
  isStranger?: boolean
  /** Of which workspace they are; the one that is asked unless said otherwise. */
  workspaceId?: string
  /** Workspaces of one organisation in which they are, too. */
  workspaces?: string[]
}

export type StandInChannel = {
  id: string
  isDirect?: boolean
  /** Whether its members alone may read it; true unless said otherwise. */
  isPrivate?: boolean
  isShared?: boolean
  isPendingShared?: boolean
  /** Whether the app is in it; true unless said otherwise. */
  hasApp?: boolean
  members: string[]
}

export type StandInMessage = {
  ts: string
  channel: string
  thread: string | null
  text: string
  blocks: unknown
  metadata: { event_type: string; event_payload: Record<string, unknown> } | undefined
}

/** What one person alone sees. */
export type StandInEphemeral = {
  to: string
  channel: string
  text: string
  blocks: unknown
  via: 'api' | 'response_url'
}

/** `status` 0: the connection is cut. `code`: an answer of 200 that says no. `isDone`: it is done, and the answer is lost. */
export type SlackFault = {
  method: string
  status?: number
  code?: string
  headers?: Record<string, string>
  isDone?: boolean
}

export type SlackState = {
  app: {
    id: string
    clientId: string
    clientSecret: string
    signingSecret: string
    botId: string
    workspace: { id: string; name: string }
    scopes: string[]
    isInstalled: boolean
  }
  codes: Set<string>
  tokens: Set<string>
  /** Of the app itself, by which it may open sockets. */
  appTokens: Set<string>
  /** Sockets that may be opened, each once. */
  tickets: Set<string>
  saysHello: boolean
  people: StandInPerson[]
  channels: StandInChannel[]
  messages: StandInMessage[]
  ephemerals: StandInEphemeral[]
  unfurls: { unfurlId: string; source: string; unfurls: Record<string, unknown> }[]
  /** Addresses to answer at, and whom what comes there is shown to. */
  answerAddresses: Map<string, { to: string; channel: string; left: number }>
  asked: { method: string; parameters: Readonly<Record<string, string | undefined>> }[]
  faults: SlackFault[]
  nextTs: number
}
