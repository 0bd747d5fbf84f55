import type { ListedIntegration } from '@teamlore/db'
import type { HostForms } from '@teamlore/shared/code-hosts'
import type { Integration, IntegrationKind } from '@teamlore/shared/integrations'

/** Where a host sends the events of an integration. */
export const hookUrlOf = ({
  kind,
  pagesUrl,
  id,
}: Pick<ListedIntegration, 'kind' | 'pagesUrl' | 'id'>): string =>
  `${pagesUrl}/v1/hooks/${kind}/${id}`

type Forms = Pick<HostForms, 'permissions' | 'appUrlOf' | 'installUrlOf'>

const appOf = (
  { appId, appSlug, account, webUrl }: ListedIntegration,
  { appUrlOf, installUrlOf }: Forms,
): Integration['app'] =>
  appId === null || appSlug === null
    ? null
    : {
        id: appId,
        slug: appSlug,
        account: account ?? '',
        url: appUrlOf(webUrl, appSlug),
        install_url: installUrlOf(webUrl, appSlug),
      }

/** Without its keys, which nobody is shown. */
export const shownIntegration = (
  stored: ListedIntegration,
  { [stored.kind]: forms }: Record<IntegrationKind, Forms>,
): Integration => ({
  id: stored.id,
  kind: stored.kind,
  state: stored.state,
  web_url: stored.webUrl,
  hook_url: hookUrlOf(stored),
  app: appOf(stored, forms),
  shows_names: stored.showsNames,
  makes_hooks: stored.makesHooks,
  permissions: Object.entries(forms.permissions).map(([name, { access, why }]) => ({
    name,
    asked: access,
    given: stored.permissions[name] ?? null,
    why,
  })),
  repositories: stored.repositories,
  connected_at: stored.connectedAt,
  answered_at: stored.answeredAt,
  last_delivery_at: stored.lastDeliveryAt,
  error: stored.error,
  error_at: stored.errorAt,
})
