import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { ProvisioningUseCases } from './provisioning.use-cases.ts'

/** Whether a directory provisions people, for the settings of the team. */
export const provisioningHandlers = (
  useCases: Pick<ProvisioningUseCases, 'getProvisioning'>,
): Handlers<Pick<Routes, 'provisioning'>> => ({
  provisioning: (scope) => useCases.getProvisioning(scope),
})
