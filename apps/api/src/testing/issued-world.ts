import type { IngestSession } from '@teamlore/shared'
import { DEVICE_GRANT } from '@teamlore/shared/sign-in'
import { bearer } from './edge-app.ts'
import { ingestOf, transcript } from './transcript.ts'
import { openWorld } from './world.ts'

/** A key, or a browser's cookie. */
export type Way = { key: string } | { cookie: string }

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export const projectNamed = (name: string) => ({
  remote_url: `https://git.test/acme/${name}.git`,
  root_commit: null,
  root_path: `/home/ann/${name}`,
})
export const sessionIn = (name: string, fields: Partial<IngestSession> = {}): IngestSession =>
  transcript({
    native_id: `native-${name}`,
    title: `Work in ${name}`,
    project: projectNamed(name),
    ...fields,
  })
export const machineNamed = (letter: string) => ({
  fingerprint: letter.repeat(32),
  name: 'box',
  platform: 'linux',
  agent_version: '1.0.0',
})

/**
 * Ann, who works in a project whose sessions are private, in a restricted one and in one of the team; and Evil, an admin outside of
 * the restricted one, who makes credentials for her.
 */
export const openGivenWorld = async () => {
  const world = await openWorld()
  const us = await world.addTeam('Olga')
  const owner: Way = { key: us.keys.owner }
  const [member, admin] = [await us.addMember('member', 'Ann'), await us.addMember('admin', 'Evil')]
  const ann = { userId: member.userId, key: await us.ownKeyOf(member) }
  const evil = { userId: admin.userId, key: await us.ownKeyOf(admin) }

  const call = (method: Method, url: string, way: Way, payload?: object) =>
    world.app.inject({
      method,
      url,
      ...('key' in way
        ? { headers: bearer(way.key) }
        : { cookies: { teamlore_session: way.cookie }, headers: { origin: 'http://lore.test' } }),
      ...(payload && { payload }),
    })
  const post = async (url: string, way: Way, body: object) =>
    (await call('POST', url, way, body)).json()
  const send = async (way: Way, sessions: IngestSession[]) =>
    (await post('/v1/ingest', way, ingestOf(sessions))).sessions

  // The projects come to be known, and are set.
  const names = ['den', 'vault', 'heron']
  await send(
    owner,
    names.map((name) => sessionIn(name, { native_id: name })),
  )
  const { items } = (await call('GET', '/v1/projects', owner)).json()
  const projectOf = (name: string): string =>
    items.find((project: { name: string }) => project.name === `acme/${name}`).id
  const [den, vault] = [`/v1/projects/${projectOf('den')}`, `/v1/projects/${projectOf('vault')}`]
  await call('PUT', den, owner, { default_visibility: 'private' })
  await call('PUT', vault, owner, { is_restricted: true })
  await call('POST', `${vault}/access`, owner, { user: ann.userId })
  const sent = await send(
    ann,
    names.map((name) => sessionIn(name)),
  )
  const [hidden, restricted, shared] = sent.map(
    ({ session_id }: { session_id: string }) => session_id,
  )
  const ids = { private: hidden as string, vault: restricted as string, team: shared as string }

  const keyFor = async (): Promise<Way> => ({
    key: (await post('/v1/keys', evil, { name: 'given', user: ann.userId })).key,
  })
  const browserBy = async (way: Way, body: object = {}): Promise<Way> => {
    const { url } = await post('/v1/sign-in-links', way, body)
    const token = new URL(url).searchParams.get('token') ?? ''
    const payload = { token }
    const answer = await world.app.inject({ method: 'POST', url: '/v1/sign-in', payload })
    return { cookie: answer.cookies[0]?.value ?? '' }
  }
  const machineBy = async (way: Way, letter = 'e'): Promise<Way> => ({
    key: (await post('/v1/machines', way, machineNamed(letter))).key,
  })
  const deviceBy = async (browser: Way): Promise<Way> => {
    const ask = async (url: string, payload: object) =>
      (await world.app.inject({ method: 'POST', url, payload })).json()
    const { user_code, device_code } = await ask('/v1/device/code', { machine: machineNamed('d') })
    await call('POST', '/v1/device/answer', browser, { user_code, allow: true })
    const token = { grant_type: DEVICE_GRANT, device_code }
    return { key: (await ask('/v1/device/token', token)).access_token }
  }
  return {
    world,
    us,
    owner,
    ann,
    evil,
    ids,
    call,
    post,
    send,
    vault,
    keyFor,
    browserBy,
    machineBy,
    deviceBy,
    linkFor: () => browserBy(evil, { user: ann.userId }),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

export type GivenWorld = Awaited<ReturnType<typeof openGivenWorld>>
