import type { IntegrationKind } from '@teamlore/shared/integrations'

/** A pull request of GitHub or a merge request of GitLab, as its host writes it. */
export const numberOf = (kind: IntegrationKind, number: number): string =>
  `${kind === 'gitlab' ? '!' : '#'}${number}`
