import { makeCreateLink, makeListLinks, makeRemember, makeRemoveLink } from '@teamlore/core'
import { makeReportPullRequest } from '@teamlore/core/outcomes'
import type { Collaborators } from '../../platform/collaborators.ts'

export const linkUseCases = ({ unitOfWork, now }: Collaborators) => ({
  listLinks: makeListLinks({ unitOfWork }),
  createLink: makeCreateLink({ unitOfWork }),
  removeLink: makeRemoveLink({ unitOfWork }),
  reportPullRequest: makeReportPullRequest({
    unitOfWork,
    now,
    remember: makeRemember({ unitOfWork, now }),
  }),
})

export type LinkUseCases = ReturnType<typeof linkUseCases>
