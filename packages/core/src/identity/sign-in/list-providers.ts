import type { StoredProvider, UnitOfWork } from '@teamlore/db'
import type { SignInOptions } from '@teamlore/shared/sign-in'
import type { SignInProvider } from './provider.types.ts'
import type { SecretBox } from './secret-box.ts'
import { noSecretKey, providerUnknown } from './sign-in.errors.ts'

export type ProviderDeps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem'>
  /** Those that the environment sets. */
  fixed: readonly SignInProvider[]
  /** Undefined: this server has no key to encrypt with, and stores none. */
  secretBox: SecretBox | undefined
}

/** What a sealed secret is bound to, so that a row's secret does not open in another row. */
export const contextOf = (id: string): string => `sign-in provider ${id}`

export const openProvider = (
  { sealedSecret, ...stored }: StoredProvider,
  secretBox: SecretBox | undefined,
): SignInProvider => {
  if (secretBox === undefined) throw noSecretKey()
  return { ...stored, clientSecret: secretBox.open(sealedSecret, contextOf(stored.id)) }
}

/** @throws DomainError `sign_in.no_provider` */
export const findProvider = async (
  { unitOfWork, fixed, secretBox }: ProviderDeps,
  id: string,
): Promise<SignInProvider> => {
  const set = fixed.find((provider) => provider.id === id)
  if (set !== undefined) return set
  const stored = await unitOfWork.asSystem(({ signInProviders }) => signInProviders.find(id))
  if (stored === undefined) throw providerUnknown()
  return openProvider(stored, secretBox)
}

/** Names alone: whoever can reach the server may ask. */
export const makeGetSignInOptions =
  ({ unitOfWork, fixed, publicUrl }: Omit<ProviderDeps, 'secretBox'> & { publicUrl: string }) =>
  async (): Promise<SignInOptions> => {
    const stored = await unitOfWork.asSystem(({ signInProviders }) => signInProviders.list())
    const { protocol, hostname } = new URL(publicUrl)
    return {
      providers: [...fixed, ...stored].map(({ id, name, kind }) => ({ id, name, kind })),
      passkeys: protocol === 'https:' || hostname === 'localhost',
    }
  }
