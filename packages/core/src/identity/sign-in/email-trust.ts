import type { EmailTrust } from '@teamlore/shared/sign-in'
import type { SignInProvider } from './provider.types.ts'

/** Whether an address counts, by what the provider says of it: verified, not verified, or nothing. */
export const isTrusted = (trust: EmailTrust, isVerified: boolean | undefined): boolean => {
  if (isVerified === true || trust === 'all') return true
  return trust === 'not_denied' && isVerified === undefined
}

const MICROSOFT =
  /^(?:login\.microsoftonline\.(?:com|us)|login\.partner\.microsoftonline\.cn|sts\.windows\.net)$/
const EVERYBODY = new Set([
  'common',
  'organizations',
  'consumers',
  // Where accounts of private persons are.
  '9188040d-6c67-4c5b-b112-36a304b66dad',
])

/** Some issuers of Microsoft let in every organisation or everybody, and each organisation writes any address into its accounts. */
const isForEverybody = (issuer: string | null): boolean => {
  if (issuer === null || !URL.canParse(issuer)) return false
  const { hostname, pathname } = new URL(issuer)
  const [tenant = 'common'] = pathname.toLowerCase().split('/').filter(Boolean)
  return MICROSOFT.test(hostname.replace(/\.$/, '')) && EVERYBODY.has(decodeURIComponent(tenant))
}

type Trusting = Pick<SignInProvider, 'kind' | 'issuer' | 'emailTrust' | 'allowedDomains'>

/** Why addresses of this provider cannot be trusted unverified, as the end of a sentence; undefined where they can. */
export const lackingForTrust = (provider: Trusting): string | undefined => {
  const { kind, issuer, emailTrust, allowedDomains } = provider
  if (emailTrust === 'verified') return undefined
  if (kind !== 'oidc')
    return 'is for providers of kind `oidc`: the others say whether an address is verified'
  if (allowedDomains.length === 0)
    return 'needs allowed domains: without them an account there could bear anybody’s address'
  if (isForEverybody(issuer))
    return 'needs the issuer of one organisation, such as https://login.microsoftonline.com/TENANT-ID/v2.0: through this one every organisation signs in, with any address'
  return undefined
}
