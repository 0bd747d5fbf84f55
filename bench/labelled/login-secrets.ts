import type { Dice } from './dice.ts'
import type { LookAlike } from './look-alikes.ts'
import type { PlacedKind } from './placed-secrets.types.ts'

const WORDS = ['Sommer', 'Kranich', 'Tresor', 'Anker', 'Falke'] as const
const password = (d: Dice): string =>
  `${d.pick(WORDS)}${d.pick(['', '-', '_'])}${d.of('digits', 3)}${d.pick(['!', '?', ''])}`
const generated = (d: Dice): string => d.of('mixed', 20 + d.int(16))
const coded = (d: Dice): string => btoa(`${password(d)}${d.of('digits', 3)}`)

/** Secrets passed to commands. */
export const LOGIN_KINDS: readonly PlacedKind[] = [
  {
    kind: 'password of a login',
    make: password,
    tuned: [
      'podman login -u ada -p § quay.io\n',
      'mongosh --host db -u ada -p § admin\n',
      "sqlcmd -S db -U sa -P '§' -Q 'select 1'\n",
      'ssh-keygen -t ed25519 -N "§" -f deploy\n',
      'curl -sSu ada:§ https://example.com\n',
      'smbclient //host/share -U ada%§\n',
      '7z x -p§ backup.7z\n',
    ],
    held: [
      'oc login -u ada -p § https://api.example.com:6443\n',
      'mosquitto_pub -u ada -P § -t a/b\n',
      'cqlsh -u ada -p § db1\n',
      'sqlplus scott/§@orcl\n',
      'curl -X POST -fsSu "ada:§" https://example.com\n',
      'xfreerdp /u:ada /p:§ /v:host\n',
    ],
  },
  {
    kind: 'password piped into a command',
    make: password,
    tuned: [
      "echo '§' | docker login ghcr.io -u ada --password-stdin\n",
      'printf "%s" "§" | gh secret set NAME\n',
      'echo "ada:§" | sudo chpasswd\n',
      'kinit ada@EXAMPLE.COM <<< "§"\n',
    ],
    held: [
      'echo § | sudo -S systemctl restart db\n',
      'echo -n § | gcloud secrets create pin --data-file=-\n',
      "wrangler secret put NAME <<< '§'\n",
    ],
  },
  {
    kind: 'password decoded by a command',
    make: coded,
    tuned: [
      'DB_PASSWORD=$(echo § | base64 -d)\n',
      'echo "§" | base64 --decode # the password of the db\n',
    ],
    held: ["export API_TOKEN=`echo -n '§' | base64 -D`\n", 'DB_PASS=$(base64 -d <<< §)\n'],
  },
  {
    kind: 'given to a cluster',
    make: generated,
    tuned: [
      'kubectl create secret generic db --from-literal=user=ada --from-literal=main=§\n',
      `kubectl patch secret db -p '{"stringData":{"pin":"§"}}'\n`,
    ],
    held: [
      "kubectl -n shop create secret generic db --from-literal='main=§'\n",
      `kubectl patch secret/db --type=merge --patch '{"stringData": {"main": "§"}}'\n`,
    ],
  },
  {
    kind: 'printed by a cluster',
    make: generated,
    tuned: ["kubectl get secret db -o jsonpath='{.data.password}' | base64 -d\n§\n"],
    held: ['kubectl get secret -n shop db -o go-template="{{.data.main}}" | base64 -d; echo\n§\n'],
  },
  {
    kind: 'setting that is stored',
    make: generated,
    tuned: [
      'aws configure set aws_secret_access_key §\n',
      'vault kv put secret/db pin=§\n',
      'fly secrets set PIN=§\n',
      'requirepass §\n',
    ],
    held: [
      'npm config set //registry.npmjs.org/:_authToken §\n',
      'vault write secret/db main=§\n',
      'consul kv put shop/db_password §\n',
      '127.0.0.1:6379> AUTH default §\n',
    ],
  },
  {
    kind: 'password in a file of one program',
    make: password,
    tuned: [
      'machine example.com\n  password §\n  login ada\n',
      'db.example.com:6432:shop:ada:§\n',
      "storePassword '§'\n",
      'SSHPASS=§ sshpass -e ssh host\n',
      'network={\n  psk="§"\n}\n',
      "define( 'DB_PASSWORD', '§' );\n",
    ],
    held: [
      'default login ada account shop password §\n',
      '*:*:*:ada:§\n',
      'keyPassword "§"\n',
      'MYSQL_PWD=§ mysql -u root\n',
      "ALTER USER ada IDENTIFIED WITH mysql_native_password BY '§';\n",
      "SET PASSWORD FOR 'ada'@'%' = '§';\n",
    ],
  },
  {
    kind: 'value beneath its name',
    make: generated,
    tuned: ['client_secret:\n  §\nname: shop\n', 'db:\n  password:\n      §\n'],
    held: ['env:\n  API_TOKEN:\n    "§"\n  TZ: UTC\n'],
  },
  {
    kind: 'binary of YAML',
    make: coded,
    tuned: ['password: !!binary §\n'],
    held: ['api_token: !!binary "§"\n'],
  },
]

const of = (family: string, ...makers: LookAlike['make'][]): LookAlike[] =>
  makers.map((make) => ({ family, make }))

/** Arguments of such commands that are no secrets. */
export const LOOK_ALIKES_OF_LOGINS: readonly LookAlike[] = [
  ...of(
    'commands',
    () => 'podman login -u ada -p "$QUAY_PASSWORD2" quay.io; oc login -u developer -p developer\n',
    () => 'mongo -u ada -p --host db2; mongosh "mongodb://localhost:27017/shop2"\n',
    () =>
      'echo "$TOKEN_2" | docker login --password-stdin -u ada; cat token2.txt | gh auth login --with-token\n',
    () => 'echo "deb2 stable main" | sudo tee -a list; echo done2 | sudo -S true-ish\n',
    () => 'echo aGVsbG8gd29ybGQgMg== | base64 -d > greeting2.txt\n',
    (d) => `echo "${d.of('hex', 40)}  app-2.tgz" | sha1sum -c; base64 -d <<< "$CERT_2"\n`,
    () => 'kubectl create configmap web --from-literal=main=x9Tq77aaZpKw31LmQ4rT\n',
    () =>
      'kubectl create secret generic db --from-literal=username=ada-2 --from-literal=pin="$PIN_2"\n',
    () => 'kubectl get secret db -o jsonpath="{.data.username}"\ncm9ib3QtMg==\n',
    () => 'kubectl get secret db -o jsonpath="{.data.password}" | base64 -d | wc -c\n24\n',
    () => "['--password', 'file2.ts'] --password file2.ts --token src/token2.py\n",
    () => 'ssh-keygen -t rsa -b 4096 -N "" -f id2; 7z a -pdf2 out.7z; unrar x -p- b2.rar\n',
    () => 'curl -sSu "$USER_2:$PASS_2" https://example.com; curl -fsSLu https://example.com/v2\n',
    () =>
      'git config set core.tokenizer2 x; npm config set token-file2 ./a2; aws configure set region eu-west-1\n',
    () => 'vault kv put secret/db host=db-2.example.com; fly secrets set LOG_LEVEL=debug2\n',
    () =>
      `requirepass foobared\nrequirepass \${REDIS_PASSWORD2}\n# masterauth <master-password2>\n`,
  ),
  ...of(
    'declarations',
    () =>
      'password:\n  type: string\n  minLength: 12\ntoken:\n  $ref: "#/components/schemas/Token2"\n',
    () => 'tokens:\n  - shop-web-1\nsecrets:\n  db_password2:\n    file: ./db2.txt\n',
    () =>
      'class Token:\n    value2 = None\ndef reset_password(token):\n    return user2.reset(token)\n',
    () => 'password: !!str\ntoken: !Ref DbToken2\npassword: !Sub "{{resolve:ssm:db2}}"\n',
    () =>
      "task 'password reset2'\ndescribe 'token', () => {}\nlabel password 'Must have 12 signs2'\n",
    () =>
      'switch (kind) {\n  case secret:\n    return secret2.value\n  case token:\n    tokens2.push(token)\n}\n',
    () => 'the psk: see section 2; compass2: north, dbpass: required2, bypass=true-2\n',
    () => 'PWD=/srv/app2 OLDPWD=/srv/app1-old pwd: "shop-web-2"\n',
    () =>
      "define('PASSWORD_MIN_LENGTH', '12'); define('TOKEN_TABLE', 'wp_tokens_2'); define('AUTH_KEY', 'put your unique phrase here');\n",
  ),
  ...of(
    'cloud names',
    () =>
      '{"kind":"List","items":[{"kind":"ConfigMap","data":{"main":"x9Tq77aaZpKw31LmQ4rT"}},{"kind":"Secret","data":{"username":"cm9ib3Q="}}]}',
    () =>
      `kubectl patch configmap web -p '{"data":{"main":"eDlUcTc3YWFacEt3MzFMbQ=="}}'; kubectl patch secret db -p '{"metadata":{"labels":{"a":"b2"}}}'\n`,
    (d) => `https://example.com/file?key=uploads/${d.of('hex', 32)}.png&auth=user:2\n`,
    (d) => `GET /v1/objects?key=${d.of('hex', 40)} /search?key=agent:${d.of('upper', 26)}\n`,
  ),
]
