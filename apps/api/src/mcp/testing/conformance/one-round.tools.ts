import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
} from '@modelcontextprotocol/server'
import {
  type Asked,
  askModel,
  askName,
  givenByModel,
  givenName,
  givenRoots,
} from './asked-of-clients.ts'
import { textAnswer } from './content.tools.ts'

type Answer = CallToolResult | InputRequiredResult

const greeting = (asked: Asked): Answer => {
  const name = givenName(asked, 'user_name')
  return name === undefined
    ? inputRequired({ inputRequests: { user_name: askName() } })
    : textAnswer(`Hello, ${name}!`)
}

const capital = (asked: Asked): Answer => {
  const question = askModel('What is the capital of France?')
  const answer = givenByModel(asked, 'capital_question')
  return answer === undefined
    ? inputRequired({ inputRequests: { capital_question: question } })
    : textAnswer(answer)
}

const roots = (asked: Asked): Answer => {
  const given = givenRoots(asked, 'client_roots')
  return given === undefined
    ? inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
    : textAnswer(`Roots: ${given.join(', ')}`)
}

/** The SDK hands it on as it was sent, without a type. */
type Envelope = { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities }

/** Asks a client for what it says it can answer, and for nothing else. */
const whatItCan = ({ envelope, inputResponses }: Asked): Answer => {
  const can = (envelope as Envelope | undefined)?.[CLIENT_CAPABILITIES_META_KEY]
  const inputRequests = {
    ...(can?.elicitation && { user_name: askName() }),
    ...(can?.sampling && { greeting: askModel('Generate a greeting') }),
    ...(can?.roots && { client_roots: inputRequired.listRoots() }),
  }
  return inputResponses === undefined && Object.keys(inputRequests).length > 0
    ? inputRequired({ inputRequests })
    : textAnswer('There is nothing more to ask.')
}

const TOOLS: Record<string, (asked: Asked) => Answer> = {
  test_input_required_result_elicitation: greeting,
  test_input_required_result_sampling: capital,
  test_input_required_result_list_roots: roots,
  test_input_required_result_capabilities: whatItCan,
  // Called by a client that can do no sampling, which is what has to be refused.
  test_missing_capability: capital,
  test_streaming_elicitation: greeting,
}

/** Tools of the 2026 protocol that answer with a question, and are called again with what was answered. */
export const registerOneRoundTools = (server: McpServer): void => {
  for (const [name, answer] of Object.entries(TOOLS))
    server.registerTool(name, { description: 'Asks its client something.' }, ({ mcpReq }) =>
      answer(mcpReq),
    )
}
