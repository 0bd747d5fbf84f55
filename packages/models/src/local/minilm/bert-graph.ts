import { createOnnxGraph, MICROSOFT, ONNX_TYPE, type OnnxGraph, type Value } from './onnx-graph.ts'
import type { StoredTensor } from './safetensors.ts'

export const INPUT_IDS = 'input_ids'
export const ATTENTION_MASK = 'attention_mask'
export const EMBEDDING = 'embedding'

type BertModel = {
  /** Name of the weights file in the folder that the runtime is given. */
  weightsFile: string
  tensors: ReadonlyMap<string, StoredTensor>
  dimensions: number
  layers: number
  heads: number
  layerNormEpsilon: number
}

type Build = { graph: OnnxGraph; weight: (name: string) => Value; model: BertModel }

/**
 * A BERT sentence encoder as ONNX: ids and mask `[batch, length]` in, unit vectors
 * `[batch, dimensions]` out (mean over the unmasked tokens). Computes in 32 bits whatever the
 * weights are stored in, so a vector does not depend on what else is in its batch.
 */
export const buildBertGraph = (model: BertModel): Uint8Array => {
  const graph = createOnnxGraph(model.weightsFile)
  const weight = (name: string) => {
    const tensor = model.tensors.get(name)
    if (!tensor) throw new Error(`The weights have no tensor named ${name}`)
    return graph.storedTensor(name, tensor)
  }
  const build: Build = { graph, weight, model }

  const mask = graph.node('Cast', [ATTENTION_MASK], { to: ONNX_TYPE.I32 })
  let hidden = embedTokens(build)
  for (let layer = 0; layer < model.layers; layer++) {
    hidden = encodeLayer(build, layer, hidden, mask)
  }

  const ofTokens = { type: ONNX_TYPE.I64, dimensions: ['batch', 'length'] }
  return graph.finish(
    [
      { name: INPUT_IDS, ...ofTokens },
      { name: ATTENTION_MASK, ...ofTokens },
    ],
    { name: EMBEDDING, type: ONNX_TYPE.F32, dimensions: ['batch', model.dimensions] },
    poolAndNormalise(build, hidden),
  )
}

/** Constant, so the runtime does it once at load. */
const asFloat32 = ({ graph }: Build, value: Value): Value =>
  graph.node('Cast', [value], { to: ONNX_TYPE.F32 })

const floatWeight = (build: Build, name: string): Value => asFloat32(build, build.weight(name))

/** Word vectors are widened after the look-up: the table stays in 16 bits, a sixth of all memory. */
const embedTokens = (build: Build): Value => {
  const { graph, weight, model } = build
  const words = asFloat32(
    build,
    graph.node('Gather', [weight('embeddings.word_embeddings.weight'), INPUT_IDS], { axis: 0 }),
  )
  const first = (table: Value, count: Value) =>
    graph.node('Slice', [table, graph.int64s([0]), count, graph.int64s([0])])
  const length = graph.node('Slice', [
    graph.node('Shape', [INPUT_IDS]),
    graph.int64s([1]),
    graph.int64s([2]),
    graph.int64s([0]),
  ])
  const positions = first(floatWeight(build, 'embeddings.position_embeddings.weight'), length)
  const segment = first(
    floatWeight(build, 'embeddings.token_type_embeddings.weight'),
    graph.int64s([1]),
  )
  return graph.node(
    'LayerNormalization',
    [
      graph.node('Add', [words, graph.node('Add', [positions, segment])]),
      floatWeight(build, 'embeddings.LayerNorm.weight'),
      floatWeight(build, 'embeddings.LayerNorm.bias'),
    ],
    { axis: -1, epsilon: { float: model.layerNormEpsilon } },
  )
}

const encodeLayer = (build: Build, layer: number, input: Value, mask: Value): Value => {
  const { graph, model } = build
  const get = (name: string) => floatWeight(build, `encoder.layer.${layer}.${name}`)
  const transposed = (value: Value) => graph.node('Transpose', [value], { perm: [1, 0] })
  const queryKeyValue = (part: 'weight' | 'bias') =>
    graph.node(
      'Concat',
      ['query', 'key', 'value'].map((of) => get(`attention.self.${of}.${part}`)),
      { axis: 0 },
    )
  const dense = (value: Value, name: string) =>
    graph.node('MatMul', [value, transposed(get(`${name}.dense.weight`))])
  const addAndNormalise = (value: Value, residual: Value, name: string) =>
    graph.node(
      'SkipLayerNormalization',
      [
        value,
        residual,
        get(`${name}.LayerNorm.weight`),
        get(`${name}.LayerNorm.bias`),
        get(`${name}.dense.bias`),
      ],
      { epsilon: { float: model.layerNormEpsilon } },
      MICROSOFT,
    )

  const attended = graph.node(
    'Attention',
    [input, transposed(queryKeyValue('weight')), queryKeyValue('bias'), mask],
    { num_heads: model.heads },
    MICROSOFT,
  )
  const middle = addAndNormalise(dense(attended, 'attention.output'), input, 'attention.output')
  const widened = graph.node(
    'BiasGelu',
    [dense(middle, 'intermediate'), get('intermediate.dense.bias')],
    {},
    MICROSOFT,
  )
  return addAndNormalise(dense(widened, 'output'), middle, 'output')
}

const poolAndNormalise = (build: Build, hidden: Value): Value => {
  const { graph } = build
  const overTokens = (value: Value) =>
    graph.node('ReduceSum', [value, graph.int64s([1])], { keepdims: 0 })
  const mask = graph.node('Unsqueeze', [asFloat32(build, ATTENTION_MASK), graph.int64s([2])])
  const mean = graph.node('Div', [overTokens(graph.node('Mul', [hidden, mask])), overTokens(mask)])
  const length = graph.node('ReduceL2', [mean, graph.int64s([1])], { keepdims: 1 })
  return graph.node('Div', [mean, length])
}
