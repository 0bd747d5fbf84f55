/** An app at a host, or an account that a token is of, with the key or the token by which it says who it is. */
export type HostApp = { apiUrl: string; appId: string; privateKey: string }

/** One repository as an app or an account reaches it. */
export type HostPlace = {
  app: HostApp
  installationId: string
  fullName: string
}
