import type { KnownClient } from './known-client.types.ts'

const ROOT = '/.well-known'
const STREAMS = 'application/json, text/event-stream'
const CODE_AND_REFRESH = ['authorization_code', 'refresh_token']

/** As its brokering servers send it, whichever program its person uses. */
const CLAUDE_AI: KnownClient = {
  name: 'claude.ai',
  sources: [
    'https://claude.com/docs/connectors/building/authentication',
    // What it registers.
    'https://github.com/anthropics/claude-code/issues/5826',
    // Twice for each attempt, a second apart.
    'https://github.com/anthropics/claude-ai-mcp/issues/966',
    // A slash at the end of the address, and a scope that no server knows.
    'https://github.com/anthropics/claude-ai-mcp/issues/124',
    // A slash at the end of what it asks a token for.
    'https://github.com/sigbit/mcp-auth-proxy/issues/123',
    // Its headers when it looks for the documents.
    'https://github.com/anthropics/claude-ai-mcp/issues/764',
    // Its secret in the body, whatever the server says of itself.
    'https://github.com/anthropics/claude-ai-mcp/issues/667',
  ],
  first: { path: '/mcp/', accept: '*/*' },
  headers: {
    accept: '*/*',
    'user-agent': 'python-httpx/0.28.1',
    'mcp-protocol-version': '2025-11-25',
  },
  discovers: [
    `${ROOT}/oauth-protected-resource`,
    `${ROOT}/oauth-protected-resource/mcp`,
    `${ROOT}/oauth-authorization-server`,
  ],
  registers: [1, 2].map(() => ({
    client_name: 'Claude',
    redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
    grant_types: CODE_AND_REFRESH,
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_post',
    scope: 'claudeai',
  })),
  redirectUri: 'https://claude.ai/api/mcp/auth_callback',
  asks: { scope: 'claudeai', resource: 'as given', state: 'a-state_of.its~own' },
  tokens: { secret: 'post', names: 'resource' },
  protocol: '2025-11-25',
  streams: true,
  ends: true,
}

const CLAUDE_CODE: KnownClient = {
  name: 'Claude Code',
  sources: [
    'https://code.claude.com/docs/en/mcp',
    // In which order it looks for the documents.
    'https://github.com/taylorwilsdon/google_workspace_mcp/issues/382',
    // What it asks for, and that its port is another each time.
    'https://github.com/anthropics/claude-code/issues/10439',
    // It shows a secret that it was given by Basic.
    'https://github.com/kernel/kernel-mcp-server/pull/96',
  ],
  first: { path: '/mcp', accept: STREAMS },
  headers: { accept: 'application/json', 'mcp-protocol-version': '2025-06-18' },
  discovers: [
    `${ROOT}/oauth-authorization-server/mcp`,
    `${ROOT}/openid-configuration/mcp`,
    '/mcp/.well-known/openid-configuration',
    `${ROOT}/oauth-protected-resource/mcp`,
    `${ROOT}/oauth-protected-resource`,
    `${ROOT}/oauth-authorization-server`,
    `${ROOT}/openid-configuration`,
  ],
  registers: [
    {
      client_name: 'Claude Code (teamlore)',
      redirect_uris: ['http://localhost:56648/callback'],
      grant_types: CODE_AND_REFRESH,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      // No scope.
    },
  ],
  redirectUri: 'http://localhost:61234/callback',
  asks: { scope: null, resource: 'as said', state: 'Zm9v_LWJhcg' },
  tokens: { secret: 'none', names: 'resource' },
  protocol: '2025-06-18',
  streams: true,
  ends: true,
}

const CURSOR: KnownClient = {
  name: 'Cursor',
  sources: [
    'https://cursor.com/docs/mcp',
    // Three addresses at once, one of them a scheme of its own.
    'https://github.com/erp-mafia/accounted/pull/2225',
    'https://github.com/soflyy/agent-connector-for-wp/issues/111',
    // In which order it looks for the documents.
    'https://github.com/gamedevpl/www.gamedev.pl/pull/483',
    // It asks for all that the server says it has.
    'https://docs.pipeshub.com/mcp/cursor',
  ],
  first: { path: '/mcp', accept: STREAMS },
  headers: { accept: '*/*', 'user-agent': 'Cursor/2.0' },
  discovers: [
    `${ROOT}/oauth-protected-resource/mcp`,
    `${ROOT}/oauth-protected-resource`,
    `${ROOT}/oauth-authorization-server`,
  ],
  registers: [
    {
      client_name: 'Cursor',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
      grant_types: CODE_AND_REFRESH,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  ],
  redirectUri: 'cursor://anysphere.cursor-mcp/oauth/callback',
  asks: {
    scope: 'read write lorebook',
    resource: 'as said',
    state: '{"id":"user-teamlore"}',
    prompt: 'consent',
  },
  tokens: { secret: 'none', names: 'resource' },
  protocol: '2025-06-18',
  streams: true,
  ends: false,
}

const VS_CODE: KnownClient = {
  name: 'VS Code',
  sources: [
    // What it registers, where it looks, and that it compares the address letter for letter.
    'https://github.com/microsoft/vscode/blob/main/src/vs/base/common/oauth.ts',
    // That it asks for a stream once it is in, and that a 4xx ends that.
    'https://github.com/microsoft/vscode/blob/main/src/vs/workbench/api/common/extHostMcp.ts',
    // Another port than those that it registered, and what it asks for.
    'https://github.com/microsoft/vscode/issues/278512',
  ],
  first: { path: '/mcp', accept: 'text/event-stream, application/json' },
  headers: { accept: 'application/json', 'user-agent': 'Visual Studio Code/1.110.0' },
  discovers: [
    `${ROOT}/oauth-protected-resource/mcp`,
    `${ROOT}/oauth-authorization-server`,
    `${ROOT}/openid-configuration`,
  ],
  registers: [
    {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      // All that it can and the server says it has.
      grant_types: [...CODE_AND_REFRESH, 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      scope: 'read write lorebook',
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
  ],
  redirectUri: 'http://127.0.0.1:59656/',
  asks: { scope: 'read write lorebook', resource: 'as said', state: 'ey/lnTwSm9FUcQN/Qds+Cg==' },
  tokens: { secret: 'none' },
  protocol: '2025-11-25',
  streams: true,
  ends: false,
}

/** Where its window is in a browser, or it works over SSH, the answer goes by a page of its maker. */
const VS_CODE_BY_PAGE: KnownClient = {
  ...VS_CODE,
  name: 'VS Code, in a browser or over SSH',
  redirectUri: 'https://vscode.dev/redirect',
  asks: {
    ...VS_CODE.asks,
    state: 'vscode://dynamicauthprovider/lore.example.com/authorize?nonce=1',
  },
}

/** As its agents on the web and its command line are answered. */
const CURSOR_BY_PAGE: KnownClient = {
  ...CURSOR,
  name: 'Cursor, its agents and its command line',
  sources: ['https://github.com/bytebase/bytebase/issues/20510', ...CURSOR.sources],
  redirectUri: 'https://www.cursor.com/agents/mcp/oauth/callback',
}

const CURSOR_ON_LOOPBACK: KnownClient = {
  ...CURSOR,
  name: 'Cursor, on a loopback address',
  redirectUri: 'http://localhost:8787/callback',
}

/** With the tools that its person chose in the address, which it then asks a token for. */
const CLAUDE_CODE_WITH_QUERY: KnownClient = {
  ...CLAUDE_CODE,
  name: 'Claude Code, with a query in the address',
  sources: ['https://github.com/getsentry/sentry-for-ai/issues/334', ...CLAUDE_CODE.sources],
  first: { ...CLAUDE_CODE.first, path: '/mcp?toolsets=core,lorebook' },
  asks: { ...CLAUDE_CODE.asks, resource: 'as given' },
}

/** With a secret, which some servers give whatever is asked for. */
const CLAUDE_CODE_WITH_SECRET: KnownClient = {
  ...CLAUDE_CODE,
  name: 'Claude Code, with a secret',
  registers: CLAUDE_CODE.registers.map((one) => ({
    ...one,
    token_endpoint_auth_method: 'client_secret_basic',
  })),
  tokens: { secret: 'basic', names: 'resource' },
}

export const KNOWN_CLIENTS = [
  CLAUDE_AI,
  CLAUDE_CODE,
  CLAUDE_CODE_WITH_QUERY,
  CLAUDE_CODE_WITH_SECRET,
  CURSOR,
  CURSOR_BY_PAGE,
  CURSOR_ON_LOOPBACK,
  VS_CODE,
  VS_CODE_BY_PAGE,
]
