import { HostError } from '@teamlore/shared/code-hosts'
import { defineError } from '../errors.ts'

export const integrationNotFound = defineError(
  'not_found',
  'integration.not_found',
  'There is no such integration. GET /v1/integrations lists those there are.',
)

export const noSecretKey = defineError(
  'conflict',
  'integration.no_secret_key',
  'This server has no key to encrypt the keys of a host with. Set TEAMLORE_SECRET on the API and the worker, and start them again.',
)

export const hostPrivate = defineError(
  'invalid',
  'integration.private_address',
  'This address is in a private network, into which this server connects for nobody. Whoever runs the server allows it with ALLOWED_PRIVATE_HOSTS.',
)

export const answerUnknown = defineError(
  'conflict',
  'integration.answer_unknown',
  'This answer of the host was used already, took more than an hour, or belongs to somebody else. Connect again under Settings → Integrations.',
)

export const notConnected = defineError(
  'conflict',
  'integration.not_connected',
  'This integration was begun and the host has not answered. Remove it, and connect again.',
)

export const hostFailed = defineError(
  'unavailable',
  'integration.host_failed',
  'The host did not do it. Try again, and use the test button under Settings → Integrations.',
)

export const mayNotMakeHooks = defineError(
  'invalid',
  'integration.may_not_make_hooks',
  'The token may make webhooks nowhere. Give its account the role Maintainer, or say that the webhook is made by hand.',
)

export const hasNoToken = defineError(
  'conflict',
  'integration.has_no_token',
  'This integration has an app of its own and no token.',
)

export const tokenOfAnother = defineError(
  'conflict',
  'integration.token_of_another',
  'This token is of another account than the one before, which could not change what that one wrote. Rotate the token at the host, or remove the integration and connect again.',
)

export const deliveryNotFound = defineError(
  'not_found',
  'integration.delivery_not_found',
  'There is no such delivery, or it was forgotten after thirty days.',
)

export const repositoryNotFound = defineError(
  'not_found',
  'integration.repository_not_found',
  'There is no such repository here. GET /v1/integrations/{id}/repositories lists those there are.',
)

export const dismissalNotFound = defineError(
  'not_found',
  'integration.dismissal_not_found',
  'There is no such dismissal, or it was undone.',
)

export const hookRefused = defineError(
  'unauthenticated',
  'hook.refused',
  'This event is not signed with the secret of a host that is connected here. Use the test button under Settings → Integrations.',
)

export const hookUnreadable = defineError(
  'invalid',
  'hook.unreadable',
  'This event has no name, no id, or a body that is no JSON object.',
)

/** What a host refuses while somebody waits, as an error of the door. */
export const hostFailure = (error: unknown): unknown =>
  error instanceof HostError ? hostFailed({ message: error.message, cause: error }) : error

export const projectNotHosted = defineError(
  'conflict',
  'agents_md.not_hosted',
  'No connected GitHub App or GitLab token reaches the repository of this project. Connect one under Settings → Integrations.',
)

export const projectTooOpen = defineError(
  'conflict',
  'agents_md.too_open',
  'This project is open to some of the team alone, and its repository is not private. Nothing of the project is written there.',
)

export const permissionMissing = defineError(
  'conflict',
  'agents_md.permission_missing',
  'The app or the token may not write there. A GitHub App needs contents: write and pull_requests: write; a GitLab token needs the scope api and the role Developer.',
)
