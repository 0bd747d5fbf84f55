import {
  createSecretBox,
  makeAddPasskey,
  makeAnswerWaitingDevice,
  makeCreateProvider,
  makeEndAllBrowsers,
  makeEndBrowser,
  makeFindWaitingDevice,
  makeFinishPasskeySignIn,
  makeFinishProviderSignIn,
  makeGetSignInOptions,
  makeLinkProvider,
  makeListBrowsers,
  makeListPasskeys,
  makeListProviders,
  makePollDeviceToken,
  makeRemovePasskey,
  makeRemoveProvider,
  makeRequestDeviceCode,
  makeSetProvider,
  makeStartPasskey,
  makeStartPasskeySignIn,
  makeStartProviderSignIn,
  makeTestProvider,
  type RegisterMachine,
  USUAL_BROWSER_LIFE,
} from '@teamlore/core'
import {
  makeAddManagedClient,
  makeListManagedClients,
  makeRedeemAssertion,
  makeRemoveManagedClient,
} from '@teamlore/core/grants'
import type { FastifyBaseLogger } from 'fastify'
import type { Collaborators } from '../../platform/collaborators.ts'
import { createPasskeyGateway } from './passkey-gateway.ts'
import { createProviderGateway } from './provider-gateway.ts'
import type { SignInConfig } from './sign-in-env.ts'

/** Where nothing is set, people come in by links and keys. */
export const LINKS_ALONE: SignInConfig = {
  providers: [],
  groupRoles: [],
  life: USUAL_BROWSER_LIFE,
  secret: undefined,
  allowedHosts: { names: new Set(), ranges: [] },
}

type Parts = Collaborators & {
  publicUrl: string
  signIn: SignInConfig
  /** The address that tokens of clients are for. */
  resource: string
  registerMachine: RegisterMachine
  log?: FastifyBaseLogger | undefined
}

/** Everything by which somebody comes in, by another name for each. */
export const signInUseCases = ({ signIn, resource, registerMachine, log, ...parts }: Parts) => {
  const { unitOfWork, publicUrl } = parts
  const { providers: fixed, life, secret, allowedHosts } = signIn
  const secretBox = secret === undefined ? undefined : createSecretBox(secret)
  const gateway = createProviderGateway({ publicUrl, allowedHosts, log })
  const deps = { ...parts, fixed, secretBox, gateway, life }
  const passkeys = { ...parts, life, passkeyGateway: createPasskeyGateway(publicUrl) }
  const managed = { ...deps, audience: publicUrl, resource }
  const devices = { ...parts, registerMachine }
  return {
    getSignInOptions: makeGetSignInOptions({ unitOfWork, fixed, publicUrl }),
    startProviderSignIn: makeStartProviderSignIn(deps),
    finishProviderSignIn: makeFinishProviderSignIn(deps),
    linkProvider: makeLinkProvider(deps),
    listProviders: makeListProviders(deps),
    createProvider: makeCreateProvider(deps),
    setProvider: makeSetProvider(deps),
    removeProvider: makeRemoveProvider(deps),
    testProvider: makeTestProvider(deps),
    listManagedClients: makeListManagedClients(managed),
    addManagedClient: makeAddManagedClient(managed),
    removeManagedClient: makeRemoveManagedClient(parts),
    redeemAssertion: makeRedeemAssertion(managed),
    startPasskeySignIn: makeStartPasskeySignIn(passkeys),
    finishPasskeySignIn: makeFinishPasskeySignIn(passkeys),
    startPasskey: makeStartPasskey(passkeys),
    addPasskey: makeAddPasskey(passkeys),
    listPasskeys: makeListPasskeys(parts),
    removePasskey: makeRemovePasskey(parts),
    listBrowsers: makeListBrowsers({ ...parts, life }),
    endBrowser: makeEndBrowser({ ...parts, life }),
    endAllBrowsers: makeEndAllBrowsers(parts),
    requestDeviceCode: makeRequestDeviceCode(devices),
    pollDeviceToken: makePollDeviceToken(devices),
    findWaitingDevice: makeFindWaitingDevice(devices),
    answerWaitingDevice: makeAnswerWaitingDevice(devices),
  }
}

export type SignInUseCases = ReturnType<typeof signInUseCases>
