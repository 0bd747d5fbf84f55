import { describe, expect, test } from 'vitest'
import { bearer, edgeApp } from '../../testing/edge-app.ts'
import { ingestOf } from '../../testing/transcript.ts'

describe('what monitors ask', () => {
  test('the process is alive even when nothing else is', async () => {
    const app = edgeApp({
      useCases: { checkReadiness: async () => ({ ready: false, reason: 'x' }) },
    })
    expect((await app.inject('/healthz')).json()).toEqual({
      status: 'ok',
      event_loop_delay_ms: { p99: expect.any(Number), max: expect.any(Number) },
    })
    await app.close()
  })

  test('not ready is 503 with the reason', async () => {
    const reason = 'The database cannot be reached.'
    const app = edgeApp({ useCases: { checkReadiness: async () => ({ ready: false, reason }) } })
    const response = await app.inject('/readyz')
    expect(response.statusCode).toBe(503)
    expect(response.json()).toEqual({ error: { code: 'server.not_ready', message: reason } })
    await app.close()
  })

  test('figures count routes by their pattern, and hold nothing of what was asked', async () => {
    const app = edgeApp({
      useCases: {
        search: async () => ({
          items: [],
          next_cursor: null,
          notes: [],
          arms: [],
          tokens: 0,
          took_ms: 1,
        }),
        ingest: async () => ({
          machine_id: 'mac_1',
          sessions: [
            {
              native_id: 'n',
              session_id: 's',
              created: true,
              inserted_messages: 5,
              updated_messages: 2,
              unchanged_messages: 1,
              inserted_edits: 0,
              total_messages: 8,
              server_redactions: 3,
            },
          ],
        }),
      },
    })
    await app.inject({
      method: 'POST',
      url: '/v1/ingest',
      headers: bearer('tlk_member'),
      payload: ingestOf(),
    })
    await app.inject({ url: '/v1/search?q=very-private', headers: bearer('tlk_viewer') })
    await app.inject({ url: '/v1/sessions/ses_01abcdef', headers: bearer('tlk_wrong') })
    await app.inject('/some/where/else')
    const { body } = await app.inject('/metrics')
    expect(body).toContain('duration_seconds_count{method="GET",route="/v1/search",status="200"} 1')
    expect(body).toContain('route="/v1/sessions/:id",status="401"} 1')
    expect(body).toContain('route="(none)",status="404"} 1')
    expect(body).toContain('teamlore_ingested_sessions_total{result="created"} 1')
    expect(body).toContain('teamlore_ingested_messages_total{result="inserted"} 5')
    expect(body).toContain('teamlore_server_redactions_total 3')
    expect(body).toContain('teamlore_search_duration_seconds_count{door="rest"} 1')
    for (const secret of ['very-private', 'tlk_', 'ses_01', 'else', 'team_', 'usr_'])
      expect(body).not.toContain(secret)
    await app.close()
  })
})
