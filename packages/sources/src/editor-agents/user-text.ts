/** What a text in a user's message is, and how it reads without its wrapping. */
type UserText = { kind: 'human' | 'injected'; text: string }

const TYPED = ['task', 'feedback', 'answer', 'user_message', 'user_input']
const INJECTED =
  /^\s*(<environment_details>|<SYSTEM_NOTICE>|<system_notice>|<file_content|<folder_content|\[TASK RESUMPTION\]|\[ERROR\]|\[SYSTEM|<explicit_instructions|<workspace_)/

/** What a person typed stands in tags of its own, or, in tools that do not wrap it, bare. */
export const readUserText = (whole: string): UserText => {
  const typed = typedPart(whole)
  if (typed !== null) return { kind: 'human', text: typed }
  return { kind: INJECTED.test(whole) || whole.trim() === '' ? 'injected' : 'human', text: whole }
}

const typedPart = (whole: string): string | null => {
  for (const tag of TYPED) {
    const open = new RegExp(`^\\s*<${tag}(?: [^>\\n]{0,200})?>`).exec(whole)
    if (open === null) continue
    const end = whole.lastIndexOf(`</${tag}>`)
    return whole.slice(open[0].length, end === -1 ? undefined : end).trim()
  }
  return null
}

/** What a person answered inside the result of a call, such as a refusal with a reason; null where nothing. */
export const answerIn = (result: string): string | null => {
  const match = /<(answer|feedback|user_message)>\s*/.exec(result)
  if (match === null) return null
  const inside = match.index + match[0].length
  const end = result.indexOf(`</${match[1]}>`, inside)
  return end === -1 ? null : result.slice(inside, end).trim() || null
}

/** The folder a session is in, as the environment block states it. */
export const cwdIn = (text: string): string | null =>
  /# Current (?:Working|Workspace) Directory \(([^)\n]{1,4000})\)/.exec(text)?.[1] ?? null
