import type { Dice } from './dice.ts'
import type { LookAlike } from './look-alikes.ts'
import type { PlacedKind } from './placed-secrets.types.ts'

const WORDS = ['Sommer', 'Kranich', 'Tresor', 'Anker', 'Falke'] as const
const password = (dice: Dice): string =>
  `${dice.pick(WORDS)}${dice.pick(['', '-', '_'])}${dice.of('digits', 3)}${dice.pick(['!', '?', ''])}`
const generated = (dice: Dice): string => dice.of('mixed', 20 + dice.int(16))

/** Variables as images, shells and Windows set them. */
export const VARIABLE_KINDS: readonly PlacedKind[] = [
  {
    kind: 'password of an image',
    make: password,
    tuned: [
      'FROM node:24\nENV DB_PASSWORD §\nRUN npm ci\n',
      'ENV NODE_ENV=production DB_PASSWORD=§\n',
      'ARG SMTP_PASSWORD="§"\n',
      'Step 4/9 : ENV DB_PASSWORD §\n ---> Running in 4f8a1c9e2b7d\n',
    ],
    held: [
      'ONBUILD ENV ADMIN_PASSWORD "§"\n',
      'ENV REDIS_USER      app\nENV REDIS_PASSWORD  §\nEXPOSE 80\n',
      'RUN apk add curl\nENV MAIL_PASSWORD §\nCMD ["node", "x"]\n',
    ],
  },
  {
    kind: 'key of an image',
    make: generated,
    tuned: [
      'ENV API_TOKEN §\n',
      'ENV STRIPE_KEY §\n',
      'ARG NPM_TOKEN=§\n',
      'USER node\nENV GITHUB_PAT "§"\n',
    ],
    held: ['docker build --build-arg NPM_TOKEN=§ -t shop .', 'LABEL a=b\nENV WEBHOOK_SECRET §\n'],
  },
  {
    kind: 'password of a Windows variable',
    make: password,
    tuned: [
      '$env:DB_PASSWORD = "§"\n',
      'setx /M DB_PASSWORD §\r\n',
      "[Environment]::SetEnvironmentVariable('DB_PASSWORD', '§', 'User')",
    ],
    held: [
      `\${env:SMTP_PASSWORD} = "§"`,
      'Set-Item -Path Env:DB_PASSWORD -Value "§"',
      "$Env:DB_PASSWORD='§'; npm start",
      'set "DB_PASSWORD=§" && npm start',
      'New-Item -Path Env:\\DB_PASSWORD -Value §\n',
    ],
  },
  {
    kind: 'password of a shell variable',
    make: password,
    tuned: [
      'export DB_PASSWORD=§\n',
      'set -x DB_PASSWORD §\n',
      'set -gx DB_PASSWORD "§"\n',
      'os.Setenv("DB_PASSWORD", "§")',
    ],
    held: [
      'declare -x DB_PASSWORD="§"\n',
      "set --global --export DB_PASSWORD '§'\n",
      'env DB_PASSWORD=§ npm start',
      'fastcgi_param DB_PASSWORD §;\n',
      'SetEnv DB_PASSWORD §\n',
    ],
  },
]

const of = (family: string, ...makers: LookAlike['make'][]): LookAlike[] =>
  makers.map((make) => ({ family, make }))

/** What is set likewise and is no secret. */
export const LOOK_ALIKES_OF_VARIABLES: readonly LookAlike[] = [
  ...of(
    'variable',
    () => 'ENV PATH /usr/local/bin:/usr/bin2\nENV NODE_ENV production\nENV PORT 30001234\n',
    () => 'ENV API_TOKEN_FILE /run/secrets/token1\nENV TOKEN_TTL 86400000\nENV DB_PASSWORD $PW_2\n',
    () =>
      `ARG NPM_TOKEN\nARG API_KEY=\nARG PASSWORD_MIN_LENGTH=12345678\nENV API_TOKEN \${API_TOKEN}`,
    () => 'Set ENV DB_PASSWORD required. Then env DB_PASSWORD is-not-empty-2 or it stops at once.',
    () => 'The env API_TOKEN v2.beta.1 was read; ENV STRIPE_KEY must-not-be-committed-2024 here.',
    (d) =>
      `ENV GIT_SHA ${d.of('hex', 40)}\nENV CACHE_KEY ${d.of('hex', 32)}\nENV ASSET_HASH ${d.of('hex', 16)}`,
    () =>
      'setx PATH "%PATH%;C:\\tools\\v2.1"\r\nsetx /M TOKEN_COUNT 12345678\r\nset PASSWORD_FILE=c:\\pw2.txt',
    () => `$env:NODE_ENV = "production"; $env:DB_PASSWORD = $secret2; \${env:API_TOKEN} = $null`,
    () =>
      'Set-Item -Path Env:DB_PASSWORD -Value $plain2; Get-Item Env:API_TOKEN; Remove-Item Env:PASSWORD2',
    () =>
      '[Environment]::SetEnvironmentVariable("DB_PASSWORD", $null); os.Setenv("TOKEN_TTL", "86400s")',
    () => 'set -x PATH $HOME/bin2 $PATH; set -e API_TOKEN; set -q DB_PASSWORD; export DB_PASSWORD',
    () =>
      'fastcgi_param SCRIPT_NAME $script2; proxy_pass_request_headers on; SetEnv PASSWORD_FILE /run/pw2',
  ),
  ...of(
    'names of records',
    (d) => `<div class="pa-${d.of('hex', 43)}"> pa-${d.of('lower', 20)} pa-${d.of('url', 20)}`,
    () => 'https://example.com/blog/pa-How-We-Moved-Billing-To-Postgres-In-2024-Part-2-of-9',
    () => 'see pa-How-We-Moved-Our-Billing-To-Postgres-In-2024-Pt-2',
    () => 'new pa-AcmeBillingServiceTokenRefreshHandlerFactoryV2 and',
    (d) => `${d.of('url', 40)}-pa-${d.of('url', 43)}.${d.of('url', 20)}.pa-${d.of('mixed', 43)}`,
  ),
]
