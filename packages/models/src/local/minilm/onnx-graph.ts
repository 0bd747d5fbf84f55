import { bytesField, floatField, intField, messageOf, stringField } from './protobuf.ts'
import type { StoredTensor } from './safetensors.ts'

/** Numbers of ONNX's `TensorProto.DataType`. */
export const ONNX_TYPE = { F32: 1, I32: 6, I64: 7, F16: 10 } as const

/** Operators that onnxruntime adds to the standard: fused attention and the like. */
export const MICROSOFT = 'com.microsoft'

/** A plain number is an int; ONNX keeps floats apart. */
export type Attribute = number | { float: number } | readonly number[]

/** The name of a value in the graph. */
export type Value = string

type Dimension = number | string
type Declared = { name: string; type: number; dimensions: readonly Dimension[] }

const IR_VERSION = 8
const OPSET_VERSION = 18

/**
 * Collects nodes and constants and encodes them as an ONNX model. Weights are only referred to, by
 * place in `weightsFile`, so the model is a few kilobytes and the runtime maps the file itself.
 */
export const createOnnxGraph = (weightsFile: string) => {
  const nodes: Uint8Array[] = []
  const constants: Uint8Array[] = []
  let count = 0
  const newName = (): Value => `v${count++}`

  return {
    node: (
      operator: string,
      inputs: readonly Value[],
      attributes: Record<string, Attribute> = {},
      domain = '',
    ): Value => {
      const output = newName()
      nodes.push(encodeNode(operator, inputs, output, attributes, domain))
      return output
    },

    int64s: (values: readonly number[]): Value => {
      const name = newName()
      const raw = Buffer.from(BigInt64Array.from(values, BigInt).buffer)
      constants.push(encodeTensorHead(name, [values.length], ONNX_TYPE.I64, bytesField(9, raw)))
      return name
    },

    storedTensor: (name: string, tensor: StoredTensor): Value => {
      const type = onnxTypeOf(name, tensor)
      constants.push(encodeTensorHead(name, tensor.shape, type, placeIn(weightsFile, tensor)))
      return name
    },

    /** Names `result` as the one output and encodes the whole model. */
    finish: (inputs: readonly Declared[], output: Declared, result: Value): Uint8Array => {
      nodes.push(encodeNode('Identity', [result], output.name, {}, ''))
      const graph = messageOf(
        ...nodes.map((node) => bytesField(1, node)),
        stringField(2, 'encoder'),
        ...constants.map((constant) => bytesField(5, constant)),
        ...inputs.map((input) => bytesField(11, encodeDeclared(input))),
        bytesField(12, encodeDeclared(output)),
      )
      return messageOf(
        intField(1, IR_VERSION),
        bytesField(7, graph),
        bytesField(8, messageOf(stringField(1, ''), intField(2, OPSET_VERSION))),
        bytesField(8, messageOf(stringField(1, MICROSOFT), intField(2, 1))),
      )
    },
  }
}

export type OnnxGraph = ReturnType<typeof createOnnxGraph>

const encodeNode = (
  operator: string,
  inputs: readonly Value[],
  output: Value,
  attributes: Record<string, Attribute>,
  domain: string,
): Uint8Array =>
  messageOf(
    ...inputs.map((input) => stringField(1, input)),
    stringField(2, output),
    stringField(4, operator),
    ...Object.entries(attributes).map(([name, value]) =>
      bytesField(5, encodeAttribute(name, value)),
    ),
    stringField(7, domain),
  )

const encodeAttribute = (name: string, value: Attribute): Uint8Array => {
  const [FLOAT, INT, INTS] = [1, 2, 7]
  if (typeof value === 'number') {
    return messageOf(stringField(1, name), intField(3, value), intField(20, INT))
  }
  if ('float' in value) {
    return messageOf(stringField(1, name), floatField(2, value.float), intField(20, FLOAT))
  }
  return messageOf(stringField(1, name), ...value.map((n) => intField(8, n)), intField(20, INTS))
}

const encodeTensorHead = (
  name: string,
  shape: readonly number[],
  type: number,
  data: Uint8Array,
): Uint8Array =>
  messageOf(
    ...shape.map((size) => intField(1, size)),
    intField(2, type),
    stringField(8, name),
    data,
  )

const placeIn = (file: string, { offsetBytes, lengthBytes }: StoredTensor): Uint8Array => {
  const EXTERNAL = 1
  const entry = (key: string, value: string) =>
    bytesField(13, messageOf(stringField(1, key), stringField(2, value)))
  return messageOf(
    entry('location', file),
    entry('offset', String(offsetBytes)),
    entry('length', String(lengthBytes)),
    intField(14, EXTERNAL),
  )
}

const encodeDeclared = ({ name, type, dimensions }: Declared): Uint8Array => {
  const shape = messageOf(
    ...dimensions.map((size) =>
      bytesField(1, typeof size === 'string' ? stringField(2, size) : intField(1, size)),
    ),
  )
  const tensorType = messageOf(intField(1, type), bytesField(2, shape))
  return messageOf(stringField(1, name), bytesField(2, bytesField(1, tensorType)))
}

const onnxTypeOf = (name: string, { dtype }: StoredTensor): number => {
  if (dtype === 'F16') return ONNX_TYPE.F16
  if (dtype === 'F32') return ONNX_TYPE.F32
  throw new Error(`Tensor ${name} is stored as ${dtype}; only F16 and F32 are understood`)
}
