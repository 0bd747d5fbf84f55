import { verify } from '@octokit/webhooks-methods'

const SIGNATURE = /^sha256=[0-9a-f]{64}$/

/** Whether who knows the secret sent these bytes; compared in constant time. */
export const isSignedHook = async (
  secret: string,
  body: string,
  signature: string | undefined,
): Promise<boolean> =>
  signature !== undefined &&
  SIGNATURE.test(signature) &&
  body !== '' &&
  (await verify(secret, body, signature))
