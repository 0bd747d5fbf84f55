/** Where Slack is asked, with the token by which the app says who it is. */
export type SlackDoor = { apiUrl: string; token: string }

/** A workspace as it is asked. */
export type SlackPlace = SlackDoor & { workspaceId: string }

/** What a workspace gives when it lets the app in. */
export type SlackInstall = {
  token: string
  appId: string
  workspaceId: string
  workspaceName: string
  /** The app's own user there. */
  botId: string
  scopes: string[]
}

/** Somebody in a workspace, as the workspace has them at this moment. */
export type SlackPerson = {
  id: string
  /** Undefined where the workspace has not confirmed it. */
  email: string | undefined
  isProgram: boolean
  /** Of another workspace, a guest, or somebody who left. */
  isOutsider: boolean
}

export type SlackChannel = {
  id: string
  /** `direct`: between one person and the app alone. */
  kind: 'direct' | 'channel'
  /** People of other organisations are or may be in it. */
  isShared: boolean
  /** Whether those alone may read it who are in it; else everybody in the workspace may. */
  isPrivate: boolean
  /** Whether the app is in it. */
  isMember: boolean
}

/** Of a message that the app posted, by what it is found again. */
export type SlackMark = { event: string; id: string }

/** A message as Slack takes it: blocks, and the words of notifications. */
export type SlackMessage = { text: string; blocks: readonly object[] }

export type SlackFinding = { ok: boolean; text: string }

/** What Slack sends by a socket: the same as by HTTP, in an envelope. */
export type SlackEnvelope = { type: string; payload: unknown }

/** `refresh`: Slack is about to end this socket, and wants another. `disabled`: socket mode is switched off at the app. */
export type SlackSocketEnd = 'refresh' | 'disabled' | 'lost'

export type SlackListener = {
  /** Slack hears that it was taken once this is done; where it fails, Slack sends the same again. */
  hear(envelope: SlackEnvelope): Promise<void>
  end(why: SlackSocketEnd): void
}

export type SlackSocket = {
  /** Which app Slack opened it for; undefined where it did not say. */
  appId: string | undefined
  close(): void
}

export type SlackForms = {
  /** What the app asks for, and what for. */
  scopes: Readonly<Record<string, string>>
  webUrlOf(asked: string | undefined): string
  apiUrlOf(webUrl: string): string
  isPrivate(url: string): boolean
  newApp(asked: { webUrl: string; pagesUrl: string; hookUrl: string; bySocket: boolean }): {
    manifest: string
    createUrl: string
  }
  installUrlOf(asked: { webUrl: string; clientId: string; state: string; pagesUrl: string }): string
  /** Whether who knows the secret sent this, a moment ago. */
  isSigned(
    secret: string,
    sent: { body: string; timestamp: string | undefined; signature: string | undefined; now: Date },
  ): boolean
}

/** Everything that is asked of Slack. Each method that asks throws `HostError` where Slack does not do it. */
export type SlackHost = SlackForms & {
  /** The app for a code that Slack gave to the browser; works once. */
  takeInstall(asked: {
    apiUrl: string
    clientId: string
    clientSecret: string
    code: string
    pagesUrl: string
  }): Promise<SlackInstall>
  /** Who a token is of. */
  identify(door: SlackDoor): Promise<SlackInstall>
  person(place: SlackPlace, id: string): Promise<SlackPerson>
  channel(place: SlackPlace, id: string): Promise<SlackChannel>
  /** Ids of all who are in a channel; undefined where they are more than `most`. */
  members(place: SlackPlace, channel: string, most: number): Promise<string[] | undefined>
  /** To everybody in a channel, or in a thread of it. */
  post(
    place: SlackPlace,
    to: { channel: string; thread: string | null; mark: SlackMark },
    message: SlackMessage,
  ): Promise<void>
  /** Whether the app posted with this mark, in a thread or in a channel since a time. */
  isPosted(
    place: SlackPlace,
    at: { channel: string; thread: string | null; mark: SlackMark; since: Date },
  ): Promise<boolean>
  /** To one person alone, in a channel that the app is in. */
  postTo(
    place: SlackPlace,
    to: { channel: string; thread: string | null; person: string },
    message: SlackMessage,
  ): Promise<void>
  /** To who asked alone, at the address that came with what was asked; it works for half an hour. */
  respond(place: SlackPlace, responseUrl: string, message: SlackMessage): Promise<void>
  unfurl(
    place: SlackPlace,
    at: { unfurlId: string; source: string },
    links: Readonly<Record<string, { blocks: readonly object[] }>>,
  ): Promise<void>
  linkOf(place: SlackPlace, channel: string, message: string): Promise<string>
  /** Takes the app out of the workspace, or ends its token. */
  leave(
    place: SlackPlace,
    app: { clientId: string | undefined; clientSecret: string | undefined },
  ): Promise<void>
  /** Throws where Slack opens no socket for this token; opens none. */
  mayOpenSocket(door: SlackDoor): Promise<void>
  /** Slack sends what it has by this socket, instead of to an address. `door` has the token of the app itself. */
  openSocket(door: SlackDoor, listener: SlackListener): Promise<SlackSocket>
  /** By an address of this server, or by a socket with the token of the app itself. */
  test(
    place: SlackPlace,
    wanted: { hookUrl: string } | { appToken: string },
  ): Promise<SlackFinding[]>
}
