import {
  type BrowserLife,
  makeAuthenticate,
  makeCreateApiKey,
  makeCreateSignInLink,
  makeListApiKeys,
  makeRevokeApiKey,
  makeSignIn,
  makeSignOut,
  type SignedIn,
} from '@teamlore/core'
import { makeClaimApiKey } from '@teamlore/core/teams'
import type { Collaborators } from '../../platform/collaborators.ts'

type Deps = Collaborators & { publicUrl: string; life: BrowserLife }

/** Keys, sign-in links, and who somebody is that shows one. */
export const accessUseCases = ({ unitOfWork, now, publicUrl, life }: Deps) => ({
  authenticate: makeAuthenticate({ unitOfWork, now, life }),
  signIn: makeSignIn({ unitOfWork, now, life }),
  signOut: makeSignOut({ unitOfWork }),
  createSignInLink: makeCreateSignInLink({ unitOfWork, publicUrl, now }),
  createApiKey: makeCreateApiKey({ unitOfWork, now }),
  listApiKeys: makeListApiKeys({ unitOfWork }),
  revokeApiKey: makeRevokeApiKey({ unitOfWork, now }),
  claimApiKey: makeClaimApiKey({ unitOfWork }),
})

export type AccessUseCases = Omit<ReturnType<typeof accessUseCases>, 'signIn'> & {
  /** A handler needs the cookie alone. */
  signIn: (input: {
    token: string
    agent?: string
  }) => Promise<Pick<SignedIn, 'browserToken' | 'expiresAt'>>
}
