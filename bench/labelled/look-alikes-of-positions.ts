import type { LookAlike } from './look-alikes.ts'

const of = (family: string, ...makers: LookAlike['make'][]): LookAlike[] =>
  makers.map((make) => ({ family, make }))

const dashes = '-'.repeat(5)

/** What stands in the places of secrets and is none. Rules were mended with these in view. */
export const LOOK_ALIKES_OF_POSITIONS: readonly LookAlike[] = [
  ...of(
    'variable',
    () => 'set -gx MY_TOKEN_FILE /run/secrets/token1\nset -x API_TOKEN $OTHER_TOKEN_2\n',
    () => 'setx JAVA_HOME "C:\\Program Files\\jdk-17"\nsetenv SECRET_NAME prod-db-v2\n',
    () => 'variable "db_password" { type = string }\nvariable "token_ttl" { default = "24h" }',
    () => 'variable "api_token" { default = var.other_token2 }',
    () => '[{"name":"API_KEY","valueFrom":"arn:aws:ssm:eu-west-1:123456789012:parameter/key2"}]',
    () => '{"key":"password","value":"{{vault_password_2}}"},{"key":"token","value":""}',
    () => 'gh secret set DEPLOY_TOKEN -b"$TOKEN_2"\ngh secret set X --body-file ./token2.txt',
    () => 'dotnet user-secrets set "Db:Host" "localhost"\ndotnet user-secrets list',
    () => 'aws ssm put-parameter --name /app/region --value eu-west-1 --type String',
    () => 'echo "::add-mask::$TOKEN_2"\necho "::add-mask::$SECRET_3"',
    () => 'openssl s_client -connect db.example.com:5432 -k\nopenssl enc -aes-256-cbc -k $PASS_2',
  ),
  ...of(
    'type or schema',
    () => "let token: &'static str; fn key(api_key: &str) -> Option<Token2> { None }",
    () => 'char password[64];\nchar token[MAX_TOKEN_LEN2] = {0};',
    () => 'var apiKey string\ntoken string = ""\nfunc New(token string) *Client2',
    () => 'password: Optional[SecretStr2] = Field(default=None, min_length=12)',
    () => '| password | string | at least 12 characters |\n| token | varchar(255) | not null |\n',
    () => '| `API_TOKEN` | `lore_dev_2` | the key |\n| secret | required, 32 bytes |\n',
    () => '<key>APIKey</key><string>$(API_KEY_2)</string><key>Password</key><false/>',
    () => '<xs:element name="password" type="xs:string2"/><key>token</key><true/>',
  ),
  ...of(
    'call',
    () => 'setPassword(values.password2); hashPassword("correct horse battery staple")',
    () =>
      'getToken("access-token-v2"), await resetPassword(token2), new Secret("db-credentials-v2")',
    () => 't("auth.password.too_short_2"), useToken(\'colors.gray.500\')',
    () => 'cat token | sha256sum | cut -d" " -f1; get_token | base64decode2 | jq .exp',
    () => 'napi_create_function2(env, name, len, cb); napi_get_value_string_utf8(env, v)',
  ),
  ...of(
    'prose',
    () =>
      'The password is URLEncoded, the passphrase is XMLHttpRequest and the password is MyPasswordField.',
    () => 'API key: see section 4. Access key: Alt+Shift+2. Session key: none.',
    () => `The file must end in ${dashes}END PRIVATE KEY${dashes} or it is cut.`,
    () => 'the master key is kept in kms; account key: 12345678',
  ),
  ...of(
    'content hash',
    (d) => `<img src="video_box.ico-${d.of('hex', 32)}.png">`,
    (d) => `test_${d.of('hex', 40)} live_${d.of('hex', 32)} test_${d.of('hex', 12)}`,
    (d) => `"AAAA${'A'.repeat(30)}EAAA${d.of('base64', 90)}"`,
    (d) => `v1.0-${d.of('hex', 8)} v1.0-${d.of('hex', 40)}`,
  ),
  ...of(
    'coded text',
    () => 'https://example.com/cb?next=%2Fhome%3Ftab%3Dtoken%26id%3D12345678',
    () => '&lt;input type=&quot;password&quot; name=&quot;token2&quot;&gt;',
    () => '\u001b[32mtoken\u001b[0m \u001b[1mpassword2\u001b[0m: \u001b[31mrequired\u001b[0m',
    () => 'printf("%22s token=%3d\\n", name, token2); "\\u003cpassword\\u003e"',
    (d) => `"path": "C:\\\\tokens\\\\${d.of('hex', 12)}\\\\new\\\\key2.txt"`,
    (d) => `{"log":"commit ${d.of('hex', 40)}\\nAuthor: Ada\\n\\tid\\t${d.of('hex', 32)}\\n"}`,
  ),
]
