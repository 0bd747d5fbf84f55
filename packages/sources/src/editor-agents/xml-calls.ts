/** A call a model wrote into its text as XML, for want of a better way. */
export type XmlCall = { name: string; input: Record<string, string> }

export type XmlPart = { text: string } | XmlCall

const TOOLS = [
  'write_to_file',
  'replace_in_file',
  'apply_diff',
  'insert_content',
  'search_and_replace',
  'edit_file',
  'new_rule',
  'execute_command',
  'read_file',
  'list_files',
  'search_files',
  'list_code_definition_names',
  'codebase_search',
  'browser_action',
  'use_mcp_tool',
  'access_mcp_resource',
  'fetch_instructions',
  'ask_followup_question',
  'attempt_completion',
  'plan_mode_respond',
  'switch_mode',
  'new_task',
  'update_todo_list',
]

const OPENING = new RegExp(`<(${TOOLS.join('|')})>`, 'g')

/** The text between calls and the calls, in their order. A call that is not closed is text. */
export const splitCalls = (text: string): XmlPart[] => {
  const parts: XmlPart[] = []
  const neverClosed = new Set<string>()
  let from = 0
  OPENING.lastIndex = 0
  for (let match = OPENING.exec(text); match !== null; match = OPENING.exec(text)) {
    const name = match[1] ?? ''
    const inside = match.index + match[0].length
    // Once looked for in vain, looked for no more: or many openings would take the square of their number.
    const end = neverClosed.has(name) ? -1 : text.indexOf(`</${name}>`, inside)
    if (end === -1) {
      neverClosed.add(name)
      continue
    }
    parts.push({ text: text.slice(from, match.index) })
    parts.push({ name, input: parametersIn(text.slice(inside, end)) })
    from = end + name.length + 3
    OPENING.lastIndex = from
  }
  parts.push({ text: text.slice(from) })
  return parts.filter((part) => 'name' in part || part.text.trim() !== '')
}

const parametersIn = (body: string): Record<string, string> => {
  const found: [string, string][] = []
  const opening = /<([a-z_]{1,40})>/g
  for (let match = opening.exec(body); match !== null; match = opening.exec(body)) {
    const name = match[1] ?? ''
    const inside = match.index + match[0].length
    // To the last closing: the content of a file may hold the same tag.
    const end = found.length < 20 ? body.lastIndexOf(`</${name}>`) : -1
    if (end < inside) break
    found.push([name, body.slice(inside, end).replace(/^\n|\n$/g, '')])
    opening.lastIndex = end
  }
  return Object.fromEntries(found)
}

const RESULT = /^\[([a-z_]{1,60})(?: for '[^\n]*')?[^\]\n]*\] Result:\s*/

/** The result of such a call comes as a text of the user's; null for any other text. */
export const resultOfCall = (text: string): { name: string; text: string } | null => {
  const match = RESULT.exec(text)
  return match ? { name: match[1] ?? '', text: text.slice(match[0].length) } : null
}
