// What a server holds of the sessions of a tool, as lines to look for words in. For .ci/tools.sh.
// usage: node .ci/tools/facts.mjs SERVER KEY TOOL FOLDER
const [server, key, tool, folder] = process.argv.slice(2)

const get = async (path) => {
  const response = await fetch(`${server}${path}`, { headers: { authorization: `Bearer ${key}` } })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

const say = (...words) => process.stdout.write(`${words.join(' ')}\n`)

const summary = ({ block }) => {
  if (block.type === 'tool_call') return `call ${block.name} ${JSON.stringify(block.input)}`
  if (block.type === 'tool_result') return `result ${block.is_error ? 'ERROR ' : ''}${block.text}`
  return `${block.type} ${block.text ?? ''}`
}

const { items } = await get(`/v1/sessions?tool=${tool}&started_by=anyone`)
for (const { id } of items.filter(({ cwd }) => cwd === folder).reverse()) {
  const session = await get(`/v1/sessions/${id}`)
  const { counts, usage, source } = session
  say(`session ${session.kind}`, `branch=${session.git_branch}`, `version=${session.tool_version}`)
  say(`  counts prompts=${counts.prompts} edits=${counts.edits} subagents=${counts.subagents}`)
  say(
    `  usage in=${usage.input_tokens} cached=${usage.cache_read_tokens} out=${usage.output_tokens}`,
  )
  say(`  models ${session.models.join(' ')}; unknown=${source?.unknown_records}`)
  for (const { path, added_lines } of session.files) say(`  file ${path} +${added_lines}`)
  const messages = await get(`/v1/sessions/${id}/messages?limit=100`)
  for (const { kind, ts, blocks } of messages.items)
    for (const block of blocks) say(` ${ts === null ? ' no-time' : ''} ${kind}: ${summary(block)}`)
}
