/** What is known of a file does not suffice, or is not true any more: it has to be read from its beginning. */
export class StartOverError extends Error {
  override name = 'StartOverError'
  constructor() {
    super('This file has to be read from its beginning again.')
  }
}

const refuse = (): never => {
  throw new StartOverError()
}

/**
 * Stands for contents that are not in memory any more. Whoever looks into it is stopped, so nothing can be made of what is
 * missing: no message goes out empty because somebody forgot to ask.
 */
export const GONE = new Proxy<never[]>([], {
  get: refuse,
  set: refuse,
  has: refuse,
  ownKeys: refuse,
  getOwnPropertyDescriptor: refuse,
  deleteProperty: refuse,
})
