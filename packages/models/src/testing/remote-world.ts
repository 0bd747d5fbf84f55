import {
  createRemoteEmbedder,
  type RemoteEmbedderOptions,
  type RemoteProvider,
} from '../remote/create-remote-embedder.ts'
import { type FakeProviderOptions, startFakeProvider } from './start-fake-provider.ts'

const KEY = 'sk-secret-of-the-operator'
export const FAKE_MODEL = 'fake-model'

/** A fake provider, an embedder that asks it, and a clock that only moves when somebody sleeps. */
export const openRemoteWorld = async (
  provider: RemoteProvider,
  more: Partial<FakeProviderOptions> = {},
  options: Partial<RemoteEmbedderOptions> = {},
) => {
  const server = await startFakeProvider({ provider, apiKey: KEY, ...more })
  const slept: number[] = []
  const logged: string[] = []
  let time = 0
  const embedder = createRemoteEmbedder(
    {
      provider,
      url: server.url,
      model: FAKE_MODEL,
      apiKey: KEY,
      dimensions: 64,
      batch: 8,
      maxTokens: 256,
      ...options,
    },
    {
      log: { warn: (fields, message) => logged.push(JSON.stringify([fields, message])) },
      surroundings: {
        now: () => time,
        random: () => 0.5,
        sleep: async (ms, signal) => {
          signal.throwIfAborted()
          slept.push(ms)
          time += ms
        },
      },
    },
  )
  return {
    server,
    embedder,
    slept,
    logged,
    pass: (ms: number) => {
      time += ms
    },
    close: async () => {
      await embedder.close()
      await server.close()
    },
  }
}

export type RemoteWorld = Awaited<ReturnType<typeof openRemoteWorld>>
