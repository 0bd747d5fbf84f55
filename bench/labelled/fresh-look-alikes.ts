import type { LookAlike } from './look-alikes.ts'

const of = (family: string, ...makers: LookAlike['make'][]): LookAlike[] =>
  makers.map((make) => ({ family, make }))

const dashes = '-'.repeat(5)

/** Written after the rules were last changed, and held back. */
export const FRESH_LOOK_ALIKES: readonly LookAlike[] = [
  ...of(
    'output of tools',
    () => '  + password = (sensitive value)\n  + token    = (known after apply)\n',
    () => 'Data\n====\npassword:  16 bytes\ntoken:     1203 bytes\nca.crt:    1099 bytes\n',
    (d) =>
      `npm notice shasum: ${d.of('hex', 40)}\nnpm notice integrity: sha512-${d.of('base64', 13)}[...]${d.of('base64', 13)}==`,
    (d) => `"Id": "sha256:${d.of('hex', 64)}", "GraphDriver": {"Name": "overlay2"}`,
    (d) =>
      `x-request-id: ${d.of('hex', 32)}\nx-amz-id-2: ${d.of('base64', 75)}=\ncf-ray: ${d.of('hex', 16)}-ZRH`,
    () =>
      'WWW-Authenticate: Bearer realm="api2", error="invalid_token", error_description="expired at 10:00"',
    (d) => `host.example.com ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ${d.of('base64', 120)}`,
    () =>
      '\tat javax.crypto.SecretKeyFactory.generateSecret(SecretKeyFactory.java:330)\n\tat app.PasswordHasher2.hash(PasswordHasher2.java:41)',
  ),
  ...of(
    'declarations',
    () => 'message Login { string password = 1; bytes api_key = 2; string session_token = 3; }',
    () => "CREATE POLICY tenant ON tokens USING (team_id = current_setting('app.team_id2'));",
    () =>
      'func (s *Server) Login(ctx context.Context, password string, token *Token2) (*Session2, error) {',
    () =>
      'GRANT SELECT ON tokens TO app; SELECT token2, password_hash FROM users WHERE id = 12345678;',
    () => 'auth:\n  existingSecret: shop-auth2\n  secretPasswordKey: redis-password2\n',
    () =>
      'Password string `json:"password,omitempty" validate:"required,min=12"`\nToken    string `json:"token2"`',
    () => 'let token: Token2 = lexer.next_token(); let password: Option<SecretString> = None;',
    () =>
      `@Value("\${app.jwt.secret2}")\nprivate String jwtSecret;\nprivate final String tokenHeader = "X-Auth-Token";`,
    () => "regex = '''ghp_[0-9a-zA-Z]{36}'''\nkeywords = ['ghp_', 'xoxb-', 'sk_live_']",
    () => "'no-secrets/no-secrets': ['error', { tolerance: 4.2, ignoreIdentifiers: ['token2'] }],",
    () =>
      'existingSecret: my-release-postgresql\nsecretKeys:\n  adminPasswordKey: postgres-password\n  userPasswordKey: password2\n',
  ),
  ...of(
    'keys that are public',
    (d) => `{"kty":"RSA","n":"${d.of('url', 170)}","e":"AQAB","kid":"${d.of('url', 27)}"}`,
    (d) =>
      `default._domainkey TXT "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQ${d.of('base64', 120)}"`,
    (d) =>
      `${dashes}BEGIN PGP PUBLIC KEY BLOCK${dashes}\n\n${d.of('base64', 64)}\n=${d.of('base64', 4)}\n${dashes}END PGP PUBLIC KEY BLOCK${dashes}`,
    (d) => `RECAPTCHA_SITE_KEY=6L${d.of('url', 38)}\n`,
  ),
  ...of(
    'code of interfaces',
    (d) => `<li key="item-${d.of('hex', 8)}" className="Login_password__${d.of('mixed', 5)}">`,
    () => 'expect(token).toBe("token-1"); await login({ password: "wrong-password" })',
    () =>
      `label={t('token2.title')} hint={t("auth.password.hint2")} password={form.values.password2}`,
    () => '{"password": "Hasło", "newPassword": "Nowe hasło", "token": "Żeton2"}',
    () =>
      'sessionToken?: string; refreshToken: refreshToken1; setPassword(password2); apiKey={apiKey2}',
  ),
  ...of(
    'commands',
    () =>
      'curl -fsSL https://get.example.com/install.sh | sh -s -- --token-file ./token2.txt --secret-name prod/db2',
    () =>
      'ssh -i ~/.ssh/id_ed25519 ada@host; scp secrets2.yaml host:; gpg --passphrase-fd 0 --decrypt x.gpg',
    () => 'git config credential.helper osxkeychain\ncredential.username=ada2\n',
  ),
  ...of(
    'names of records',
    (d) => `tx 0x${d.of('hex', 64)} from 0x${d.of('hex', 40)}`,
    (d) => `"key": "01${d.of('upper', 24)}", "etag": "W/\\"${d.of('hex', 27)}\\""`,
    (d) => `redis key: bull:distil:${d.of('digits', 6)}, token bucket: ip:10.0.0.${d.int(250)}`,
    (d) => `backup-${d.of('digits', 8)}T${d.of('digits', 6)}Z-password-store.tar.zst`,
  ),
  ...of(
    'variable',
    () =>
      'FROM node:24\nARG NODE_VERSION=24.1.0\nENV PGPASSFILE /root/.pgpass2\nENV SECRET_KEY_BASE_DUMMY 1\nENV SESSION_SECRET_NAME shop/session2\n',
    () =>
      'setx AWS_PROFILE staging-2\r\nsetx SECRET_ROTATION_DAYS 90\r\nset -gx TOKEN_BUDGET 12800000\n',
    () =>
      '[Environment]::GetEnvironmentVariable("DB_PASSWORD", "Machine"); setenv("TOKEN_FILE", "/run/secrets/token2", 1)',
    (d) =>
      `locale pa-Guru-IN, chunk spa-${d.of('url', 43)}, layer pa-${d.of('lower', 43)}, icon pa-${d.of('hex', 6)}`,
  ),
  ...of(
    'cloud names',
    (d) =>
      `kind: Secret\nmetadata:\n  name: app-${d.of('lower', 5)}\ndata:\n  region: ${btoa(`eu-${d.of('digits', 6)}`)}\n`,
    (d) => `kind: SealedSecret\nspec:\n  template:\n    data:\n      digest: ${d.of('hex', 32)}\n`,
  ),
  ...of(
    'commands',
    (d) =>
      `gh run watch ${d.of('digits', 10)} --token-env GH_2 && kubectl get secret x-${d.of('lower', 5)} -o yaml`,
    (d) =>
      `Get-FileHash a.zip | ConvertTo-Json; ConvertTo-SecureString $env:PW_${d.of('digits', 3)} -AsPlainText`,
    (d) => `GET /2010-04-01/Accounts/AC${d.of('hex', 32)}/Calls/CA${d.of('hex', 32)} 200`,
  ),
]
