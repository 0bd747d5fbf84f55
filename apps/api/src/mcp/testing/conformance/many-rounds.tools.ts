import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
} from '@modelcontextprotocol/server'
import {
  type Asked,
  askColor,
  askModel,
  askName,
  askToConfirm,
  givenByModel,
  givenColor,
  givenName,
  givenRoots,
  isConfirmed,
} from './asked-of-clients.ts'
import { textAnswer } from './content.tools.ts'
import { roundOf, roundStates } from './round-state.ts'

type Answer = CallToolResult | InputRequiredResult

const confirmed = async (asked: Asked): Promise<Answer> =>
  isConfirmed(asked) && roundOf(asked)?.round === 1
    ? textAnswer('state-ok')
    : inputRequired({
        inputRequests: { confirm: askToConfirm() },
        requestState: await roundStates.mint({ round: 1 }),
      })

const severalAtOnce = async (asked: Asked): Promise<Answer> => {
  const name = givenName(asked, 'user_name')
  const greeting = givenByModel(asked, 'greeting')
  const roots = givenRoots(asked, 'client_roots')
  const isComplete = name !== undefined && greeting !== undefined && roots !== undefined
  if (isComplete && roundOf(asked)?.round === 1)
    return textAnswer(`${greeting} ${name}, with ${roots.join(', ')}`)
  return inputRequired({
    inputRequests: {
      user_name: askName(),
      greeting: askModel('Generate a greeting'),
      client_roots: inputRequired.listRoots(),
    },
    requestState: await roundStates.mint({ round: 1 }),
  })
}

const oneAfterTheOther = async (asked: Asked): Promise<Answer> => {
  const before = roundOf(asked)
  const name = before?.name ?? givenName(asked, 'step1')
  if (before === undefined || name === undefined)
    return inputRequired({
      inputRequests: { step1: askName('Step 1: What is your name?') },
      requestState: await roundStates.mint({ round: 1 }),
    })
  const color = givenColor(asked, 'step2')
  if (before.round < 2 || color === undefined)
    return inputRequired({
      inputRequests: { step2: askColor('Step 2: What is your favorite color?') },
      requestState: await roundStates.mint({ round: 2, name }),
    })
  return textAnswer(`${name} likes ${color}.`)
}

const TOOLS: Record<string, (asked: Asked) => Promise<Answer>> = {
  test_input_required_result_request_state: confirmed,
  test_input_required_result_tampered_state: confirmed,
  test_input_required_result_multiple_inputs: severalAtOnce,
  test_input_required_result_multi_round: oneAfterTheOther,
}

/** The same over several rounds, with what the client keeps between them. */
export const registerManyRoundsTools = (server: McpServer): void => {
  for (const [name, answer] of Object.entries(TOOLS))
    server.registerTool(name, { description: 'Asks its client more than once.' }, ({ mcpReq }) =>
      answer(mcpReq),
    )
}
