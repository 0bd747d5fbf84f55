import { z } from 'zod'
import { parseAllowedHosts } from './allowed-hosts.ts'

/** What a process reads from its environment that connects to addresses which teams enter. */
export const outboundSettings = {
  ALLOWED_PRIVATE_HOSTS: z
    .string()
    .default('')
    .transform((list, context) => {
      const hosts = parseAllowedHosts(list)
      if (hosts !== undefined) return hosts
      context.addIssue({
        code: 'custom',
        message: 'must look like keycloak.internal,10.20.0.0/16: hosts and ranges, with commas',
      })
      return z.NEVER
    })
    .describe(
      'Hosts and address ranges of private networks to which the server may connect for what admins enter on the settings pages (sign-in providers, code hosts), such as `keycloak.internal,10.20.0.0/16`. Unset: to none. A host that SIGN_IN_… names needs no entry.',
    ),
}
