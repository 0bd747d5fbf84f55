import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

const FAST = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Figures of one process. Labels name routes, statuses and tools: nothing of a team, a person or a text. */
export const createMetrics = ({ ofProcess }: { ofProcess: boolean }) => {
  const registry = new Registry()
  if (ofProcess) collectDefaultMetrics({ register: registry, prefix: 'teamlore_api_' })
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'teamlore_http_request_duration_seconds',
      help: 'How long requests took, by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: FAST,
      registers,
    }),
    ingestedSessions: new Counter({
      name: 'teamlore_ingested_sessions_total',
      help: 'Sessions taken in, by whether they were new.',
      labelNames: ['result'],
      registers,
    }),
    ingestedMessages: new Counter({
      name: 'teamlore_ingested_messages_total',
      help: 'Messages taken in, by what became of them.',
      labelNames: ['result'],
      registers,
    }),
    redactions: new Counter({
      name: 'teamlore_server_redactions_total',
      help: 'Secrets the server still found in what machines sent; not zero means their rules missed some.',
      registers,
    }),
    searches: new Histogram({
      name: 'teamlore_search_duration_seconds',
      help: 'How long searches took, by the door they came through.',
      labelNames: ['door'],
      buckets: FAST,
      registers,
    }),
    toolCalls: new Histogram({
      name: 'teamlore_mcp_tool_call_duration_seconds',
      help: 'How long calls of MCP tools took, by tool and outcome.',
      labelNames: ['tool', 'outcome'],
      buckets: FAST,
      registers,
    }),
    databaseTurns: new Histogram({
      name: 'teamlore_database_turn_duration_seconds',
      help: 'Embedded database: how long turns on its one session took, by lane and by the job or use case at work.',
      labelNames: ['lane', 'work'],
      buckets: FAST,
      registers,
    }),
    databaseWaits: new Histogram({
      name: 'teamlore_database_turn_wait_seconds',
      help: 'Embedded database: how long was waited for a turn on its one session, by lane.',
      labelNames: ['lane'],
      buckets: FAST,
      registers,
    }),
    liveStreams: new Gauge({
      name: 'teamlore_live_streams',
      help: 'Open streams of /v1/events.',
      registers,
    }),
  }
}
