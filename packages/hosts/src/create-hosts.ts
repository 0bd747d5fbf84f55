import type { CodeHosts } from '@teamlore/shared/code-hosts'
import type { AllowedHosts } from '@teamlore/shared/outbound'
import { createGitHub } from './github/create-github.ts'
import { createGitLab } from './gitlab/create-gitlab.ts'

/** Every kind of host of code that a team can be connected to. */
export const createHosts = (options: { allowedHosts: AllowedHosts }): CodeHosts => ({
  github: createGitHub(options),
  gitlab: createGitLab(options),
})
