const block = (lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`

/** What stands under each `--help`. */
export const EXAMPLES = {
  lore: block([
    'lore login --server https://lore.example.com',
    'lore import',
    'lore search why did we drop the retry queue',
    'lore show ses_01k9x2f0',
  ]),
  login: block([
    'lore login --server http://localhost:4000 --key-file .teamlore/admin-key',
    'lore login --server https://lore.example.com      # in the browser, by a short code',
  ]),
  join: block([
    'npx https://lore.example.com/agent.tgz join 8Vt…   # the line out of an invitation',
    'lore join https://lore.example.com                 # one more machine of yours',
  ]),
  upgrade: block(['lore upgrade']),
  import: block([
    'lore import --dry-run',
    'lore import --tool claude-code',
    'lore import --path ~/old-laptop/.claude/projects',
    'lore import --since 3m',
    'lore import --from claude-mem --dry-run',
  ]),
  distil: block([
    'lore distil --dry-run',
    'lore distil --with claude --since 30d',
    'lore distil --auto on --daily-tokens 300000',
    'lore distil --auto status',
  ]),
  scan: block([
    'lore scan',
    'lore scan --tool claude-code --json | jq .kinds',
    'lore scan --path ~/old-laptop/.claude/projects',
  ]),
  book: block([
    'lore book init --template software-architecture',
    'lore book infer ~/vault',
    'lore book validate',
    'lore book ingest',
    'lore book query relations Checkout --depth 2',
    'lore book query state Checkout --layer delivery --session 12',
    'lore book export --format mermaid --around Checkout',
  ]),
  team: block([
    'lore team list',
    'lore team invite --role member --email bo@example.com',
    'lore team role usr_… admin',
    'lore team service "Nightly build" --role viewer',
    'lore team invitations',
    'lore team audit --action member.removed',
  ]),
  restore: block(['lore restore ses_01k9x2f0', 'lore restore ses_01k9x2f0 --out session.jsonl']),
  continue: block([
    'lore continue ses_01k9x2f0 --with codex',
    'lore continue ses_01k9x2f0 --print --budget 4000',
  ]),
  projects: block([
    'lore projects',
    'lore projects show payroll',
    'lore projects set payroll --restrict --visibility private',
    'lore projects grant payroll bo@example.com',
    'lore projects set harbour --worktrees apart',
    'lore projects set harbour --links-from 0.8',
    'lore projects set harbour --share-code',
  ]),
  share: block(['lore share ses_01k9x2f0 --dry-run', 'lore share ses_01k9x2f0']),
  unshare: block(['lore unshare ses_01k9x2f0']),
  forget: block([
    'lore forget ses_01k9x2f0 --dry-run',
    'lore forget ses_01k9x2f0',
    'lore forget --mine --before 90d',
    'lore forget --project harbour --confirm harbour',
    'lore forget --list',
    'lore forget --undo del_01k9x2f0',
  ]),
  retention: block([
    'lore retention harbour',
    'lore retention harbour --days 120 --size 1GB --dry-run',
    'lore retention harbour --days 120 --size 1GB',
    'lore retention harbour --off',
  ]),
  tag: block([
    'lore tag ses_01k9x2f0 perf release-2.1',
    'lore tag ses_01k9x2f0 perf --remove',
    'lore tag',
  ]),
  annotate: block([
    'lore annotate ses_01k9x2f0 "The second try is the one we kept."',
    'lore annotate --remove note_01k9x2f0',
  ]),
  summarize: block([
    'lore summarize ses_01k9x2f0 "Moved the tide tables into one file."',
    'lore summarize ses_01k9x2f0 < summary.md',
  ]),
  keys: block([
    'lore keys list',
    'lore keys create "My script" --role viewer --days 90',
    'lore keys create "CI" --user usr_…',
    'lore keys claim key_01ab…',
    'lore keys revoke key_01ab…',
  ]),
  home: block(['lore home', 'lore home --items 10 --peek']),
  integrations: block(['lore integrations list', 'lore integrations test int_01ab…']),
  clients: block(['lore clients list', 'lore clients revoke grt_01ab…']),
  usage: block(['lore usage --days 7', 'lore usage set --usd 0.5', 'lore usage set --off']),
  link: block([
    'lore link ses_01k9x2f0 --commit HEAD',
    'lore link --backfill --since 3m',
    'lore link ses_01k9x2f0 --remote https://github.com/acme/anvil/pull/7 --dry-run',
  ]),
  unlink: block(['lore unlink ses_01k9x2f0 --commit 1a2b3c4']),
  links: block(['lore links', 'lore links main~3', 'lore links ses_01k9x2f0']),
  blame: block(['lore blame src/upload.ts:12-20', 'lore blame src/upload.ts --markdown']),
  score: block(['lore score', 'lore score --project acme/harbour --limit 100']),
  onboard: block(['lore onboard', 'lore onboard --days 90 --budget 4000 > WELCOME.md']),
  mine: block(['lore mine --dry-run', 'lore mine', 'lore drafts']),
  log: block(['lore log', 'lore log --from 2w --event replaced', 'lore log --from v2.3.0 --all']),
  diff: block(['lore diff', 'lore diff 2026-05-01', 'lore diff v2.3.0 v2.4.0 --all']),
  stale: block(['lore stale', 'lore stale --mine --all', 'lore stale --state broken']),
  insights: block(['lore insights', 'lore insights --days 30 --all']),
  current: block(['lore current', 'lore current --json']),
  init: block(['lore init', 'lore init --private']),
  watch: block(['lore watch', 'nohup lore watch >/dev/null 2>&1 &']),
  daemon: block(['lore daemon install', 'lore daemon status', 'lore daemon uninstall']),
  tools: block([
    'lore tools',
    'lore tools off cursor windsurf',
    'lore tools on cursor',
    `lore tools --json | jq '.tools[] | select(.on | not)'`,
  ]),
  hooks: block([
    'lore hooks install --dry-run',
    'lore hooks install --tool claude-code codex',
    'lore hooks install --tool git        # in a repository',
    'lore hooks install --no-handover    # agents are not asked what they found',
    'lore hooks uninstall',
  ]),
  mcp: block([
    'lore mcp install                    # in each client found here; each asks you to sign in',
    'lore mcp install codex --dry-run    # what would change',
    'lore mcp install claude-desktop --key',
    'lore mcp uninstall',
    'claude mcp add teamlore -- lore mcp  # by hand, with the stored key',
  ]),
  completions: block([
    'eval "$(lore completions bash)"                    # in ~/.bashrc',
    'lore completions zsh > ~/.zfunc/_lore              # ~/.zfunc in your $fpath',
    'lore completions fish > ~/.config/fish/completions/lore.fish',
  ]),
  status: block(['lore status', 'lore status --json | jq .jobs.backlog']),
  doctor: block(['lore doctor', `lore doctor --json | jq '.findings[] | select(.state != "ok")'`]),
  sessions: block([
    'lore sessions --project harbour --since 7d',
    'lore sessions --limit 200 --json',
  ]),
  show: block([
    'lore show ses_01k9x2f0',
    'lore show msg_01k9x2f0aa --json',
    'lore show ses_01k9x2f0 --full | less',
    'lore show msg_01k9x2f0aa --around 3',
    'lore show ses_01k9x2f0 --tree',
  ]),
  timeline: block([
    'lore timeline obs_01k9x2f0',
    'lore timeline --query "tide table lock" --kinds prompt,observation',
    'lore timeline --at 2026-05-01 --project harbour',
  ]),
  context: block([
    'lore context',
    'lore context mend the tide table lock',
    'lore context --budget 4000 > brief.md',
    'lore context --last',
  ]),
  export: block([
    'lore export ses_01k9x2f0 > session.md',
    'lore export ses_01k9x2f0 --out session.html',
    'lore export --project harbour --format json --out backup/',
  ]),
  why: block([
    'lore why src/tide.ts',
    'lore why src/tide.ts:40 --budget 800',
    'lore why --diff main --format xml',
  ]),
  ci: block([
    'lore ci --base origin/main',
    'lore ci --base origin/main --format sarif > lore.sarif',
    'lore ci --base origin/main --fail-on tried invariant',
  ]),
  graph: block([
    'lore graph build',
    'lore graph show src/tide.ts',
    'lore graph watch',
    'lore graph status',
  ]),
  concepts: block(['lore concepts', 'lore concepts lock --project harbour']),
  remember: block([
    'lore remember "Uploads go through the queue, never straight to the bucket." --kind invariant',
    'lore remember "Videos are cut at 20 MB." --rests-on mem_01k9x2f0',
    'lore remember "The limit is 20 MB." --supersedes mem_01k9x2f0 --reason "too many retries"',
    'lore remember "Berth 0 is a test berth." --file src/berth.ts:12-20 --evidence msg_01k9x2f0aa',
  ]),
  handover: block([
    'lore handover "The tide table is read under a lock." --quote "the table must be locked while it is read"',
    'lore handover --from findings.json --session 5f0c --dry-run',
    `echo '{"findings":[{"kind":"gotcha","title":"Berth 0 is a test berth.","evidence":[{"quote":"berth 0 is only for tests"}]}]}' | lore handover`,
  ]),
  memories: block([
    'lore memories --project harbour',
    'lore memories --file src/tide.ts --kind gotcha',
    'lore memories --as-of v2.3.0',
  ]),
  memory: block([
    'lore memory mem_01k9x2f0',
    'lore memory mem_01k9x2f0 --history --as-of 2026-03-01',
    'lore memory mem_01k9x2f0 --stale "the queue is gone since last week"',
  ]),
  drafts: block(['lore drafts', 'lore drafts --batch', `lore drafts --json | jq -r '.items[].id'`]),
  approve: block(['lore approve mem_01k9x2f0 mem_01k9x2f1']),
  reject: block(['lore reject mem_01k9x2f0 --reason "was only tried"']),
  policy: block([
    'lore policy --project harbour',
    'lore policy set --confidence 0.7',
    'lore policy set --project harbour --manual',
    'lore policy remove --project harbour',
  ]),
  'agents-md': block([
    'lore agents-md export',
    'lore agents-md export CLAUDE.md --dry-run',
    'lore agents-md import',
    'lore agents-md check',
    'lore agents-md policy --kind decision gotcha --tokens 1000',
  ]),
  archive: block(['lore archive mem_01k9x2f0 --reason "the service is gone"']),
  assign: block([
    'lore assign mem_01k9x2f0 --to bo@example.com',
    'lore assign mem_01k9x2f0 --to nobody',
  ]),
  undo: block(['lore undo']),
  contradictions: block(['lore contradictions --project harbour']),
  settle: block([
    'lore settle mem_01k9x2f0 mem_01k9x2f1 --reason "seen in production"',
    'lore settle mem_01k9x2f0 mem_01k9x2f1 --both',
  ]),
  search: block([
    'lore search why are readers blocked',
    `lore search '"tide table" -draft type:decision'`,
    'lore search lock --file src/tide.ts --since 3m --limit 5',
    'lore search --project harbour --type observation,summary    # the newest',
    'lore search lock --sessions',
    'lore search why are readers blocked --judge',
  ]),
} as const

export const IMPORT_WAIT_HELP = `
A server that is away, restarts or answers that it is busy is waited for, at most five minutes in a row.
Nothing is lost by it: the same command sends the rest.
`

export const EXIT_CODE_HELP = `
Exit codes: 0 done, 1 not or not all could be done, 2 wrong usage, 130 stopped by Ctrl-C;
lore doctor: 0 all well, 1 warnings, 2 errors.
`
