import { makeGetOwnDigest, makeSetOwnDigest } from '@teamlore/core/digest'
import type { Collaborators } from '../../platform/collaborators.ts'

type Deps = Collaborators & { canSendMail: boolean }

export const digestUseCases = ({ unitOfWork, now, canSendMail: canSend }: Deps) => ({
  getOwnDigest: makeGetOwnDigest({ unitOfWork, now, canSend }),
  setOwnDigest: makeSetOwnDigest({ unitOfWork, now, canSend }),
})

export type DigestUseCases = ReturnType<typeof digestUseCases>
