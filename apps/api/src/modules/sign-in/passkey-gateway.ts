import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { PasskeyGateway } from '@teamlore/core'

/** WebAuthn for this very address: what was made for another site signs nobody in here. */
export const createPasskeyGateway = (publicUrl: string): PasskeyGateway => {
  const { hostname: rpID, origin } = new URL(publicUrl)
  return {
    registrationOptions: async ({ id, name }, known) => {
      const options = await generateRegistrationOptions({
        rpName: 'Teamlore',
        rpID,
        userID: new TextEncoder().encode(id),
        userName: name,
        attestationType: 'none',
        excludeCredentials: known.map((credential) => ({ id: credential })),
        // Found by the browser itself, so that nobody types a name to sign in.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { challenge: options.challenge, options: { ...options } }
    },
    verifyRegistration: async (response, challenge) => {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
      })
      if (!verified) throw new Error('The passkey was not made for this question.')
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential
      return {
        credentialId: id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: [...transports],
      }
    },
    authenticationOptions: async () => {
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
      return { challenge: options.challenge, options: { ...options } }
    },
    verifyAuthentication: async (response, challenge, passkey) => {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
          transports: passkey.transports as AuthenticatorTransport[],
        },
      })
      if (!verified) throw new Error('The passkey did not sign this question.')
      return authenticationInfo.newCounter
    },
  }
}
