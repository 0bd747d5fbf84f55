import type { LookAlike } from './look-alikes.ts'

const of = (family: string, ...makers: LookAlike['make'][]): LookAlike[] =>
  makers.map((make) => ({ family, make }))

/** Held back: written when the rules of logins and sentences were done. */
export const FRESH_LOOK_ALIKES_OF_LOGINS: readonly LookAlike[] = [
  ...of(
    'commands',
    () =>
      'az login --use-device-code; cf login -a https://api.example.com -u ada -p "$CF_PASSWORD"\n',
    () => 'docker exec -it mongo mongosh -u root -p $MONGO_PASS --eval "db.stats(1024)"\n',
    (d) => `echo ${d.of('hex', 12)} | sha256sum; cat <<< "node-v20.11.1"; wc -c <<< token-v2\n`,
    (d) => `echo ${btoa(`{"alg":"HS256","n":${d.of('digits', 3)}}`)} | base64 -d | jq .alg\n`,
    () =>
      'kubectl create secret tls web --cert=tls.crt --key=tls.key; kubectl get secrets -A -o wide\n',
    (d) => `kubectl get pods -o jsonpath='{.items[0].metadata.uid}'\n${d.of('hex', 8)}-4f1a\n`,
    () => 'redis-cli CONFIG GET requirepass\n1) "requirepass"\n2) ""\n',
    () => 'curl -sS -b cookies.txt -c cookies2.txt https://example.com/login-v2\n',
    () => 'ssh-keygen -lf ~/.ssh/id_ed25519.pub; ssh-keygen -R 10.0.0.12; 7z l -p archive-2.7z\n',
    () => 'vault login -method=oidc role=dev-2; bw login --apikey; bw unlock --check\n',
    () => 'git config set user.name "Ada2"; gh secret list; gh secret delete DEPLOY_TOKEN2\n',
  ),
  ...of(
    'prose',
    () =>
      'If the password is too short (under 12 characters), the form shows password_too_short.\n',
    () =>
      'The token is refreshed by refreshAccessToken() every 15min; the secret is rotated in Q3-2025.\n',
    () =>
      'Passwords with emoji work; password in v2.1.0 was md5-hashed, now it is PBKDF2-SHA512.\n',
    () =>
      'Set the password to something long. Use the password reset flow. Enter password twice.\n',
    () =>
      'The api key is read from OPENAI_API_KEY; the token was issued at 2026-03-01T10:00:00Z.\n',
    () => 'Password for sudo: [hidden]; password for ada on db-01: (press enter)\n',
    (d) =>
      `The secret is stored as arn-${d.of('digits', 6)}; the token is at index ${d.of('digits', 4)}.\n`,
    () => 'I changed the password to be hashed with Argon2id instead of SHA-1.\n',
  ),
  ...of(
    'declarations',
    () => 'password:\n  $type: SecureString2\n  default: null\napi_key:\n  - read\n  - write2\n',
    () => 'token:\n  image: registry.example.com/shop/token-service:1.4.2\n',
    () => 'def f(password: str,\n      token:\n        Token2): ...\n',
    () => '{"kind":"SealedSecret","spec":{"encryptedData":{}},"data":{"checksum":"v1.2.3-rc1"}}',
    () => 'recovery_codes:\n    - generated_at: 2026-03-01\nbackup_code_length: 10\n',
    () => 'mfa:\n  required: true\ntotp_secret: Mapped[str2] = column(String(64))\n',
  ),
]
