import type { Dice } from './dice.ts'
import type { PlacedKind } from './placed-secrets.types.ts'

const generated = (dice: Dice): string => dice.of('mixed', 20 + dice.int(16))
/** The alphabet of `crypt`. */
const crypt = (dice: Dice, length: number): string => dice.of('base64', length).replaceAll('+', '.')

const of = (kind: string, make: PlacedKind['make'], ...tuned: string[]): PlacedKind => ({
  kind,
  make,
  tuned,
  held: [],
})

/** Further places of secrets. Rules were mended with all of these in view. */
export const ASSIGNED_KINDS: readonly PlacedKind[] = [
  of(
    'variable of a shell',
    generated,
    'set -gx MY_API_TOKEN §\n',
    'setx OPENAI_API_KEY §\r\n',
    'setenv MY_SECRET §\n',
    'setx DB_PASSWORD "§" /M',
    "set -Ux GITHUB_TOKEN '§'\n",
  ),
  of(
    'typed variable',
    generated,
    'let api_token: &str = "§";',
    'const API_KEY: &\'static str = "§";',
    'static char api_key[] = "§";',
    'char api_key[64] = "§";',
    'var apiKey string = "§"',
    'password: Optional[str] = "§"',
    'secretKey: string | undefined = "§"',
    'val apiToken: String? = "§"',
    'let token: Option<&str> = "§";',
  ),
  of(
    'argument',
    generated,
    'dataSource.setPassword("§");',
    "builder.withApiKey('§')",
    'new Secret("§")',
  ),
  of('text of several lines', generated, 'secret_key = """§"""\n', "api_token = '''§'''\n"),
  of(
    'default of a variable',
    generated,
    'variable "db_password" { default = "§" }',
    'variable "api_token" {\n  type      = string\n  sensitive = true\n  default   = "§"\n}\n',
  ),
  of(
    'name beside its value',
    generated,
    '[{"name":"API_KEY","value":"§"},{"name":"TZ","value":"UTC"}]',
    '{"key":"password","value":"§"}',
    '{"ParameterKey":"DbPassword","ParameterValue":"§"}',
    '<add key="ApiKey" value="§" />',
    '<dict><key>APIKey</key><string>§</string></dict>',
    '<dict>\n\t<key>ClientSecret</key>\n\t<string>§</string>\n</dict>',
  ),
  of(
    'handed to a store of secrets',
    generated,
    'gh secret set DEPLOY -b"§"',
    'dotnet user-secrets set "Db:Password" "§"',
    'aws ssm put-parameter --name /x/password --type SecureString --value § --overwrite',
    'aws secretsmanager create-secret --name db --secret-string §',
    'az keyvault secret set --vault-name shop --name db --value "§"',
    'echo "::add-mask::§"',
  ),
  of(
    'told beside its name',
    generated,
    '| name | value |\n|---|---|\n| password | § |\n',
    '| `API_TOKEN` | `§` | production |\n',
    'API KEY: §\n',
    'Access key: §\n',
  ),
  of(
    'key of a cipher',
    (d) => `Kranich-${d.of('digits', 4)}`,
    'openssl enc -aes-256-cbc -salt -in a -out b -k §',
    'openssl aes-256-cbc -d -k § -in b',
  ),
  of(
    'hash of md5 crypt',
    (d) => `$apr1$${d.of('mixed', 8)}$${crypt(d, 22)}`,
    'ada:§\n',
    'The line of ada is ada:§, of bob there is none.',
  ),
  of(
    'hash of sha crypt',
    (d) => `$6$${d.of('mixed', 16)}$${crypt(d, 86)}`,
    'root:§:19000:0:99999:7:::\n',
    "usermod -p '§' ada",
  ),
  of(
    'hash of a newer crypt',
    (d) => `$y$j9T$${d.of('mixed', 22)}$${crypt(d, 43)}`,
    'ada:§:19000:0:99999:7:::\n',
  ),
  of(
    'letters told in a sentence',
    // Letters that chance cannot make words of.
    (d) => `ZQ${d.of('mixed', 10).replace(/[\daeiouyAEIOUY]/g, 'K')}TzKq`,
    'the password is § for now',
    'The passphrase was §.',
  ),
]
