import { describe, expect, test } from 'vitest'
import { leaveOut } from './leave-out.ts'
import {
  type Call,
  capturedMessages,
  isLeftOut,
  rules,
  sessionOf,
} from './testing/captured-calls.ts'

describe('a command that reaches a file of secrets', () => {
  test.each([
    'timeout 5 cat .env',
    'sudo -u ana cat .env',
    '/usr/bin/env cat .env',
    'nice -n 10 head .env',
    'cat<.env',
    'xargs cat < .env',
    'echo .env | xargs cat',
    'ls .env* | while read f; do cat "$f"; done',
    'find . -name .env -exec cat {} +',
    'find . -name "*.pem" | xargs cat',
    'echo "$(cat .env)"',
    'echo "$(<.env)"',
    'echo `cat .env`',
    'git commit -m "$(cat .env)"',
    'cat <<EOF\n$(cat .env)\nEOF',
    'cat <<EOF | bash\ncat .env\nEOF',
    'echo "cat .env" | sh',
    'docker exec c cat /app/.env',
    'docker compose exec web sh -c "cat .env"',
    'ssh host cat .env',
    'ssh host "cat server.key"',
    "ssh -i id_rsa host 'cat .env'",
    'kubectl exec -it pod -- cat /app/.env',
    'bash -c "cat .env"',
    `bash -c "bash -c 'cat .env'"`,
    'bash <<EOF\ncat .env\nEOF',
    'base64 .env',
    'echo "A=1" > "my app/.env"',
    'cat ".e"nv',
    'cat \\.env',
    "cat '/work/my app/.env'",
    'cat /work/my\\ app/.env',
    'cat "/work/my app/.env"',
    'cat .env*',
    'cat .env{,.local}',
    'cat ../*/.env',
    'F=.env; cat $F',
    'D=deploy && cat "$D/.env"',
    'for f in .env; do cat $f; done',
    `python -c "print(open('.env').read())"`,
    `python3 -c 'import os; os.system("cat .env")'`,
    `python - <<'EOF'\nprint(open(".env").read())\nEOF`,
    'node -e "console.log(require(\\"fs\\").readFileSync(\\".env\\", \\"utf8\\"))"',
    'node -e \'fs.readFileSync(`.env`, "utf8")\'',
    'ruby -e \'puts File.read(%q(x)) + File.read("server.key")\'',
    'perl -ne print .env',
    `ruby -e "copy = File.read '.env'; puts copy"`,
    `awk 'BEGIN { while ((getline l < ".env") > 0) print l }'`,
    'grep -v "^#" .env',
    'grep .env .env.local',
    'rg --hidden --glob .env KEY',
    'grep -e x .env',
    'sed -n 1,5p .env',
    'jq .a credentials.json',
    'git show HEAD:.env',
    'git show HEAD~2:deploy/.env',
    'git show stash@{0}:.env',
    'git show :0:.env',
    'git cat-file -p HEAD:.env',
    'git blame .env',
    'git log -p -- .env',
    'git diff HEAD~1 -- .env',
    'git add -A && git diff --cached .env',
    './ls .env',
    'tools/test .env',
    'test -f .env && cat .env',
    '[ -f .env ] && cat .env',
    'curl -F file=@.env localhost',
    'export $(cat .env | xargs) && npm test',
    'source .env && env',
    'set -a; . .env; printenv A',
    'source .env && echo $A',
    'docker compose --env-file .env config',
    'dotenv -e .env -- printenv',
    'dotenvx run -f .env -- node -p process.env.A',
    'env-cmd -f .env env',
    'dotenv -f .env list && cat .env',
    'ssh-keygen -f id_rsa; cat id_rsa',
    'node --env-file=.env -p process.env.A',
    'kubectl --kubeconfig ~/.kube/config config view --raw',
    'Get-Content .env',
    'gc .\\.env',
    'type .env',
    'type "C:\\Users\\ana\\my app\\.env"',
    'Get-Content -Path C:\\app\\.env -Raw',
    'Get-ChildItem .env | Get-Content',
    'ls .env | % { gc $_ }',
    "[IO.File]::ReadAllText('C:\\app\\.env')",
    'cat $env:USERPROFILE\\.ssh\\id_rsa',
    'cmd /c type .env',
    'cat "C:\\app\\" ; cat .env',
    'cat /c/Users/ana/.aws/credentials',
    'cd ~/.aws && cat credentials',
  ])('%s: neither it nor its result is sent', (command) => {
    expect(isLeftOut({ command })).toBe(true)
    expect(isLeftOut({ command: ['bash', '-lc', command] })).toBe(true)
  })

  test('nor code that a tool runs', () => {
    expect(isLeftOut({ code: "print(open('.env').read())" })).toBe(true)
    expect(isLeftOut({ code: 'rows.map((row) => row.key)' })).toBe(false)
  })

  test.each([
    'ls -la .env',
    'ls -la .env* 2>/dev/null',
    'stat .env',
    'ls "/work/my app/.env"',
    "rm 'my app/.env'",
    'grep -rn -e server.key src',
    'test -f .env && echo yes',
    '[ -f .env ] || cp .env.example .env',
    'if [ ! -f .env ]; then echo none; fi',
    'rm -f .env',
    'touch .env && chmod 600 .env',
    'git add .env',
    'git rm --cached .env',
    'git check-ignore -v .env',
    'git ls-files .env',
    'find . -name ".env*" -not -path "*/node_modules/*"',
    'bash -c "ls .env"',
    'sudo ls /root/.ssh/id_rsa',
    'timeout 5 ls .env',
    'wc -l .env',
    'Test-Path .env',
    'cat .env.example .env.sample .env.template .env.dist',
    'cat id_ed25519.pub',
    'source .env && npm test',
    'set -a; source .env; set +a; npm test',
    'docker compose --env-file .env up -d',
    'docker run --env-file=.env app npm test',
    'node --env-file=.env --test',
    'dotenv -e .env -- npm test',
    'npx dotenvx run -f .env -- npm test',
    'npx env-cmd -f .env npm test',
    'terraform plan -var-file=prod.tfvars',
    'terraform apply -var-file prod.tfvars',
    'ssh-keygen -lf id_rsa.pub; ssh-keygen -y -f ~/.ssh/id_rsa',
    'ssh -i ~/.ssh/id_rsa ana@host uptime',
    'rsync -e "ssh -i deploy.pem" dist/ host:/srv',
    'curl --cacert ca.pem --key client.key https://localhost',
    'KUBECONFIG=~/.kube/config kubectl get pods',
    'kubectl --kubeconfig kubeconfig.yaml get pods',
    'grep -rn process.env src',
    'rg "process\\.env|import\\.meta\\.env" src',
    'grep -rn "\\.env" src',
    'grep -qxF .env .gitignore || echo .env >> .gitignore',
    'echo "copy .env.example to .env"',
    'git commit -am "Read .env in one place"',
    `git commit -m "$(cat <<'EOF'\nRead \`.env\` once, and server.key never\nEOF\n)"`,
    'gh pr create --title "Read .env" --body "of server.key"',
    "cat > README.md <<'EOF'\nPut secrets into .env\nEOF",
    "jq -r '.key' package.json",
    "jq --raw-output '.items[] | .key' a.json",
    "sed 's/.env/x/' README.md",
    "awk '/\\.env/ { print $1 }' README.md",
    `node -e 'for (const e of all) console.log(e.key, item.key)'`,
    `python3 - <<'EOF'\nfor row in rows:\n    print(row.key)\nEOF`,
    '.env/bin/pip install x',
    'source .env/bin/activate && pytest',
    'apply_patch <<EOF\n*** Begin Patch\n*** Update File: README.md\n+see .env\n*** End Patch\nEOF',
  ])('%s prints nothing of one, and stays', (command) => {
    expect(isLeftOut({ command })).toBe(false)
    expect(isLeftOut({ command: ['bash', '-lc', command] })).toBe(false)
  })

  test('a patch that names one in its lines stays', () => {
    const patch = '*** Begin Patch\n*** Update File: README.md\n+cat .env\n*** End Patch'
    expect(isLeftOut({ input: patch })).toBe(false)
    expect(isLeftOut({ patch: '+cat .env' })).toBe(false)
  })

  test('nor what is typed into a shell that runs', () => {
    expect(isLeftOut({ session_id: 7, chars: 'cat .env\n' })).toBe(true)
  })

  test('it is still found behind texts that begin without end', () => {
    expect(isLeftOut({ command: `${'<<A\n'.repeat(5_000)}; cat .env` })).toBe(true)
  })

  test.each([
    ['cp', 'cp .env t && cat t'],
    ['mv', 'mv .env t; base64 t'],
    ['a link', 'ln -s ../.env t && cat t'],
    ['a folder', 'cp .env /tmp/ && cat /tmp/.env'],
    ['another folder', 'cp server.key /srv/x && cat /srv/x'],
  ])('a copy of it is left out as well: %s', (_, command) => {
    expect(isLeftOut({ command })).toBe(true)
  })

  test.each<[string, Call['input'], Call['input'], boolean]>([
    ['a copy printed', { command: 'cp .env t' }, { command: 'cat ./t' }, true],
    ['a copy read', { command: 'cp .env conf/t.txt' }, { file_path: '/work/app/conf/t.txt' }, true],
    ['a moved one', { command: 'mv .env /tmp/t' }, { command: 'head /tmp/t' }, true],
    ['by redirection', { command: 'cat .env > t' }, { command: 'cat t' }, true],
    ['through a pipe', { command: 'cat .env | base64 > t' }, { command: 'cat t' }, true],
    ['by tee', { command: 'grep A .env | tee t' }, { path: 't' }, true],
    ['a folder', { command: 'cp -r .gnupg /tmp/g' }, { command: 'cat /tmp/g/a' }, true],
    ['a folder it goes into', { command: 'mv .env conf' }, { path: 'conf/.env' }, true],
    ['what else is there', { command: 'mv .env conf' }, { path: 'conf/a.ts' }, false],
    ['what was beside it', { command: 'cp .env t' }, { command: 'cat u' }, false],
    ['the example', { command: 'cp .env.example t' }, { command: 'cat t' }, false],
    ['another pipe', { command: 'grep A .env; npm test > t' }, { command: 'cat t' }, false],
    ['a copy that is only listed', { command: 'cp .env t' }, { command: 'ls t' }, false],
  ])('%s later in the session', (_, first, second, isLeft) => {
    expect(capturedMessages(first, second)[1]?.includes('hush-hush')).toBe(!isLeft)
  })

  test('also where what copied it was captured before and is not in memory any more', () => {
    const session = sessionOf({ command: 'cp .env t' }, { command: 'cat t' })
    const before = leaveOut(session, rules)
    expect(before.count).toBe(2)
    const messages = session.messages.map((message, n) => {
      const captured = { ordinal: n, hash: 'h', leftOut: before.leftOutOf.get(message.key) }
      return n === 0 ? { ...message, blocks: [], captured } : message
    })
    expect(leaveOut({ ...session, messages }, rules).count).toBe(2)
  })
})
