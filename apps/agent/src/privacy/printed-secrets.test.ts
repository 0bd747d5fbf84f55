import type { ReadSession } from '@teamlore/sources/source'
import { describe, expect, test } from 'vitest'
import { leaveOut } from './leave-out.ts'
import {
  type Call,
  capturedMessages,
  isLeftOut,
  rules,
  sessionOf,
} from './testing/captured-calls.ts'

describe('a command that has a program print a secret', () => {
  test.each([
    'kubectl get secret db -o yaml',
    'kubectl -n prod get secrets/db -ojson',
    'kubectl get -o yaml secret db',
    'kubectl get secret db -o json | less',
    `kubectl get secret db -o jsonpath='{.data.password}' | base64 -d`,
    `kubectl get secret db --template='{{.data.password | base64decode}}'`,
    'kubectl get configmap,secret -A -o yaml',
    `kubectl get secret $(kubectl get sa app -o name) -o jsonpath='{.data.token}'`,
    'k3s kubectl get secret db -o yaml',
    'oc whoami -t',
    'kubectl create secret generic db --from-file=a -o yaml --dry-run=client; kubectl create token app',
    'vault kv get -field=password secret/db',
    'vault kv get -mount secret db',
    'vault -address=https://vault.test read database/creds/app',
    'vault token create',
    'vault write -f auth/approle/role/app/secret-id',
    'op read op://dev/db/password',
    'op --account acme item get db --fields password',
    'pass show web/mail',
    'pass web/mail',
    'pass mail',
    'gopass show -o web/mail',
    'gopass web/mail',
    'bw get password mail',
    'lpass show --password mail',
    'security find-generic-password -a ana -w',
    'security find-generic-password -ga ana 2>&1',
    'secret-tool lookup service mail',
    'keyring get mail ana',
    'uv run keyring get mail ana',
    'aws --profile prod secretsmanager get-secret-value --secret-id db --query SecretString',
    'aws ssm get-parameter --name /db --with-decryption',
    'aws ecr get-login-password --region eu-west-1',
    'aws sts assume-role --role-arn r --role-session-name s',
    'gcloud --project acme secrets versions access latest --secret=db',
    'gcloud auth print-access-token',
    'az keyvault secret show --vault-name v --name db',
    'az account get-access-token',
    'gh auth token',
    'gh auth status --show-token',
    'heroku config:get A -a app',
    'heroku config -a app',
    'doppler secrets get A --plain',
    'doppler secrets download --no-file --format env',
    'sops -d deploy.enc.yaml',
    'sops decrypt deploy.enc.yaml',
    'ansible-vault view group.yml',
    'ansible-vault decrypt --output - group.yml',
    'gpg --quiet --decrypt a.gpg',
    'gpg -qd a.gpg',
    'gpg --export-secret-keys --armor ana',
    'age -d -i key.txt a.age',
    'printf "protocol=https\\nhost=git.test\\n" | git credential fill',
    'fly tokens create deploy',
    'chamber read app db',
    'Get-Secret -Name db -AsPlainText',
    'op.exe read op://dev/db/password',
    '/opt/homebrew/bin/op read op://dev/db/password',
    'sudo -u ana pass show mail',
    'env A=1 op read op://a/b/c',
    'cd deploy && op read op://a/b/c',
    'for n in a b; do op read "op://$n/b/c"; done',
    'op read op://a/b/c | base64 -d',
    'op read op://a/b/c | tee t',
    'op read op://a/b/c 2>/dev/null',
    'op read op://a/b/c || gh secret set A',
    'ssh host "op read op://a/b/c"',
    'ssh host op read op://a/b/c',
    'docker exec c vault kv get secret/db',
    'docker compose exec web sh -c "op read op://a/b/c"',
    'bash <<EOF\nop read op://a/b/c\nEOF',
    'echo "op read op://a/b/c" | sh',
    'eval "op read op://a/b/c"',
    'echo $(op read op://a/b/c)',
    'echo "it is $(op read op://a/b/c)"',
    'echo `op read op://a/b/c`',
    'printf %s "$(op read op://a/b/c)" | base64',
    'cat <<EOF\n$(op read op://a/b/c)\nEOF',
    'export A=$(op read op://a/b/c); echo $A',
    'A="$(op read op://a/b/c)" && echo "it is $A"',
    `A=\`op read op://a/b/c\`; printf %s "\${A}"`,
    'echo "$(echo $(op read op://a/b/c))"',
  ])('%s: its result is left out, but the command is kept', (command) => {
    const [captured] = capturedMessages({ command })
    expect(captured).not.toContain('hush-hush')
    expect(captured).toContain('[left out: a secret that a command printed]')
    expect(captured).toContain(JSON.stringify(command).slice(1, -1))
    expect(isLeftOut({ command: ['bash', '-lc', command] })).toBe(true)
  })

  test.each([
    { command: 'op', args: ['read', 'op://a/b/c'] },
    { program: '/usr/bin/vault', argv: ['kv', 'get', 'secret/db'], cwd: '/work/app' },
    { cmd: 'sudo -u ana pass', args: ['show', 'mail'] },
    { calls: [{ command: 'bash', args: ['-lc', 'op read op://a/b/c'] }] },
  ])('the same where its words stand in a field of their own: %j', (input) => {
    expect(isLeftOut(input)).toBe(true)
  })

  test.each([
    { command: 'op', args: ['item', 'list'] },
    { command: 'op', args: [] },
    { command: 'ls', args: ['read', 'op://a/b/c'] },
    { name: 'op', args: ['read', 'op://a/b/c'] },
  ])('but not another command: %j', (input) => {
    expect(isLeftOut(input)).toBe(false)
  })

  test.each([
    'kubectl get secrets',
    'kubectl get secret db',
    'kubectl get secret my-data -o wide',
    'kubectl get secrets -o name',
    `kubectl get secret db -o jsonpath='{.metadata.name}'`,
    'kubectl describe secret db',
    'kubectl get pods -o yaml',
    `kubectl get secret db -o json | jq '.data | keys'`,
    'kubectl get secret db -o yaml | kubectl apply -n other -f -',
    'vault status',
    'vault kv list secret',
    'vault read sys/health',
    'vault policy read ops',
    'docker logs vault',
    'op --version',
    'op item list',
    'op read --help',
    'pass',
    'pass ls',
    'pass git push',
    'pass -c web/mail',
    'ssh pass uptime',
    './pass mail',
    'bw status',
    'security find-generic-password -a ana',
    'secret-tool store --label=x a b',
    'aws secretsmanager list-secrets',
    'aws ssm get-parameter --name /db',
    'aws sts get-caller-identity',
    'aws ecr get-login-password | docker login --username AWS --password-stdin ecr.test',
    'gcloud auth list',
    'gcloud secrets versions list db',
    'az keyvault secret list --vault-name v',
    'gh auth status',
    'gh auth token | wc -c',
    'heroku config:set A=1',
    'doppler run -- npm test',
    'sops -d -i deploy.enc.yaml',
    'sops -d deploy.enc.yaml > deploy.yaml',
    'ansible-vault encrypt group.yml',
    'ansible-vault decrypt group.yml',
    'gpg --verify a.asc',
    'gpg -o a.txt -d a.gpg',
    'git credential-manager version',
    'git commit -m "pass show prints"',
    'docker secret ls',
    'which op pass',
    'brew install pass gopass',
    'Get-Secret -Name db',
    'echo "op read"',
    'echo "op read op://a/b/c"',
    'grep -rn "op read" docs',
    'npx vitest -t "pass through"',
    'op read op://a/b/c > /dev/null',
    'export A=$(op read op://a/b/c)',
    'export A="$(op read op://a/b/c)"; npm test',
    `A=$(op read op://a/b/c) && echo \${#A}`,
    "A=$(op read op://a/b/c); echo '$A'",
    '[ -n "$(op read op://a/b/c)" ] && echo yes',
    'curl -H "Authorization: Bearer $(gh auth token)" https://api.test',
    'docker run -e A=$(op read a) -e B=$(op read b) app',
    `echo 'it is $(op read op://a/b/c)'`,
    'git commit -m "Say \\`op read op://a/b/c\\`"',
    `cat <<'EOF' > run.sh\necho $(op read op://a/b/c)\nEOF`,
    `python3 -c "print('op read op://a/b/c')"`,
  ])('%s prints none, and stays', (command) => {
    expect(isLeftOut({ command })).toBe(false)
    expect(isLeftOut({ command: ['bash', '-lc', command] })).toBe(false)
  })

  test('what is typed into a shell that runs is one, what is written into a file is none', () => {
    expect(isLeftOut({ session_id: 7, chars: 'gh auth token\n' })).toBe(true)
    expect(isLeftOut({ file_path: 'a.md', content: 'gh auth token' })).toBe(false)
    for (const text of ['gh auth token', 'so `gh auth token`', 'or $(gh auth token)'])
      for (const field of ['prompt', 'goal', 'query'])
        expect(isLeftOut({ [field]: text }), `${field}: ${text}`).toBe(false)
  })

  test.each<[string, Call['input'], Call['input'], boolean]>([
    ['by redirection', { command: 'op read a > t' }, { command: 'cat t' }, true],
    ['through a pipe', { command: 'op read a | base64 > t' }, { file_path: 't' }, true],
    ['by tee', { command: 'op read a | tee t' }, { command: 'head t' }, true],
    ['by an option', { command: 'gpg -o t -d a.gpg' }, { command: 'cat t' }, true],
    ['behind what it is put into', { command: 'op item get $(id) > t' }, { path: 't' }, true],
    ['within a text', { command: 'echo "A=$(op read a)" > t' }, { command: 'cat t' }, true],
    ['another file', { command: 'op read a > t' }, { command: 'cat u' }, false],
    ['a text about it', { command: `echo 'op read a' > t` }, { command: 'cat t' }, false],
    [
      'a script',
      { command: `cat > t <<'E'\nA=$(op read a)\nop read b\nE` },
      { command: 'cat t' },
      false,
    ],
  ])('a file it went into is one of secrets for the rest: %s', (_, first, second, isLeft) => {
    expect(capturedMessages(first, second)[1]?.includes('hush-hush')).toBe(!isLeft)
  })

  test('a result that comes when its call is not in memory any more is left out too', () => {
    const [call, result] = [{ blocks: 0 }, { blocks: 1 }].map(({ blocks }) => {
      const [whole] = sessionOf({ command: 'gh auth token' }).messages
      return { ...whole, key: `k${blocks}`, blocks: whole?.blocks.slice(blocks, blocks + 1) }
    })
    const session = { cwd: '/work/app', messages: [call], edits: [] } as unknown as ReadSession
    const leftOut = leaveOut(session, rules).leftOutOf.get('k0')
    const gone = { ...call, blocks: [], captured: { ordinal: 0, hash: 'h', leftOut } }
    const later = { ...session, messages: [gone, result] } as unknown as ReadSession
    const left = leaveOut(later, rules)
    expect(JSON.stringify(left.session)).not.toContain('hush-hush')
    expect(left.count).toBe(1)
  })

  test('what is left out by the rules of one folder is not counted by those of another again', () => {
    const first = leaveOut(sessionOf({ command: 'gh auth token' }), rules)
    expect([first.count, leaveOut(first.session, rules).count]).toEqual([1, 0])
  })

  test('however many follow each other, they are looked at in a moment', () => {
    expect(isLeftOut({ command: `op read a${'|pass a'.repeat(15_000)}` })).toBe(true)
    expect(isLeftOut({ command: `op read ${'$(op read a) '.repeat(8_000)}` })).toBe(true)
  })
})
