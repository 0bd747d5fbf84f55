// How the model of model.mjs speaks: for each protocol, one turn as a stream of events and as a whole.
// A turn: { text?, call?, input?, namespace?, id, model }. Every answer costs the same, for the figures to be known.

const INPUT = 1000
const CACHED = 200
const OUTPUT = 50

const json = (input) => (typeof input === 'string' ? input : JSON.stringify(input))

const anthropic = {
  path: /\/v1\/messages$/,
  isStream: ({ stream }) => stream === true,
  message: ({ id, model }, content, stop_reason) => ({
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason,
    stop_sequence: null,
    usage: { input_tokens: INPUT, cache_read_input_tokens: CACHED, output_tokens: OUTPUT },
  }),
  blocks: ({ text, call, input, id }) => [
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...(call === undefined ? [] : [{ type: 'tool_use', id: `toolu_${id}`, name: call, input }]),
  ],
  reason: ({ call }) => (call === undefined ? 'end_turn' : 'tool_use'),
  whole: (turn) => anthropic.message(turn, anthropic.blocks(turn), anthropic.reason(turn)),
  events: (turn) => [
    { type: 'message_start', message: anthropic.message(turn, [], null) },
    ...anthropic.blocks(turn).flatMap((block, index) => [
      {
        type: 'content_block_start',
        index,
        content_block: block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} },
      },
      {
        type: 'content_block_delta',
        index,
        delta:
          block.type === 'text'
            ? { type: 'text_delta', text: block.text }
            : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
      },
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: anthropic.reason(turn), stop_sequence: null },
      usage: { output_tokens: OUTPUT },
    },
    { type: 'message_stop' },
  ],
}

const responses = {
  path: /\/responses$/,
  isStream: ({ stream }) => stream === true,
  items: ({ text, call, input, id, namespace }) => [
    ...(text === undefined
      ? []
      : [
          {
            type: 'message',
            id: `msg_${id}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]),
    ...(call === undefined ? [] : [responses.call(call, input, id, namespace)]),
  ],
  call: (name, input, id, namespace) =>
    typeof input === 'string'
      ? { type: 'custom_tool_call', id: `ctc_${id}`, call_id: `call_${id}`, name, input }
      : {
          type: 'function_call',
          id: `fc_${id}`,
          call_id: `call_${id}`,
          name,
          ...(namespace !== undefined && { namespace }),
          arguments: JSON.stringify(input),
        },
  whole: (turn) => ({
    id: `resp_${turn.id}`,
    object: 'response',
    model: turn.model,
    status: 'completed',
    output: responses.items(turn),
    usage: {
      input_tokens: INPUT,
      input_tokens_details: { cached_tokens: CACHED },
      output_tokens: OUTPUT,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: INPUT + OUTPUT,
    },
  }),
  events: (turn) => [
    {
      type: 'response.created',
      response: { ...responses.whole(turn), status: 'in_progress', output: [], usage: null },
    },
    ...responses.items(turn).flatMap((item, output_index) => [
      { type: 'response.output_item.added', output_index, item: { ...item, content: [] } },
      ...(item.type === 'message'
        ? [
            {
              type: 'response.output_text.delta',
              item_id: item.id,
              output_index,
              content_index: 0,
              delta: turn.text,
            },
          ]
        : []),
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: 'response.completed', response: responses.whole(turn) },
  ],
}

const chat = {
  path: /\/chat\/completions$/,
  isStream: ({ stream }) => stream === true,
  usage: {
    prompt_tokens: INPUT,
    prompt_tokens_details: { cached_tokens: CACHED },
    completion_tokens: OUTPUT,
    total_tokens: INPUT + OUTPUT,
  },
  message: ({ text, call, input, id }) => ({
    role: 'assistant',
    content: text ?? null,
    ...(call !== undefined && {
      tool_calls: [
        {
          index: 0,
          id: `call_${id}`,
          type: 'function',
          function: { name: call, arguments: json(input) },
        },
      ],
    }),
  }),
  reason: ({ call }) => (call === undefined ? 'stop' : 'tool_calls'),
  document: ({ id, model }, object, choice) => ({
    id: `chatcmpl-${id}`,
    object,
    created: Math.floor(Date.now() / 1000),
    model,
    choices: choice === undefined ? [] : [{ index: 0, ...choice }],
  }),
  whole: (turn) => ({
    ...chat.document(turn, 'chat.completion', {
      message: chat.message(turn),
      finish_reason: chat.reason(turn),
    }),
    usage: chat.usage,
  }),
  events: (turn) => [
    chat.document(turn, 'chat.completion.chunk', {
      delta: chat.message(turn),
      finish_reason: null,
    }),
    chat.document(turn, 'chat.completion.chunk', { delta: {}, finish_reason: chat.reason(turn) }),
    { ...chat.document(turn, 'chat.completion.chunk'), usage: chat.usage },
    '[DONE]',
  ],
}

const gemini = {
  path: /:(streamGenerateContent|generateContent)$/,
  isStream: (_body, pathname) => pathname.endsWith(':streamGenerateContent'),
  whole: ({ text, call, input, id, model }) => ({
    responseId: id,
    modelVersion: model,
    candidates: [
      {
        index: 0,
        content: {
          role: 'model',
          parts: [
            ...(text === undefined ? [] : [{ text }]),
            ...(call === undefined ? [] : [{ functionCall: { name: call, args: input } }]),
          ],
        },
        finishReason: 'STOP',
      },
    ],
    usageMetadata: {
      promptTokenCount: INPUT,
      cachedContentTokenCount: CACHED,
      candidatesTokenCount: OUTPUT,
      totalTokenCount: INPUT + OUTPUT,
    },
  }),
  events: (turn) => [gemini.whole(turn)],
}

export const PROTOCOLS = [anthropic, responses, chat, gemini]
