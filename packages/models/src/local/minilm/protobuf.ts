/** As much of protobuf's wire format as an ONNX model needs. Every function returns encoded bytes. */

const VARINT = 0
const LENGTH_DELIMITED = 2
const FIXED_32 = 5

export const messageOf = (...fields: Uint8Array[]): Uint8Array => Buffer.concat(fields)

/** Negative numbers take ten bytes: two's complement in 64 bits, as `int64` wants it. */
export const intField = (field: number, value: number): Uint8Array =>
  messageOf(tag(field, VARINT), varint(BigInt(value)))

export const floatField = (field: number, value: number): Uint8Array => {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return messageOf(tag(field, FIXED_32), bytes)
}

export const bytesField = (field: number, bytes: Uint8Array): Uint8Array =>
  messageOf(tag(field, LENGTH_DELIMITED), varint(BigInt(bytes.length)), bytes)

export const stringField = (field: number, text: string): Uint8Array =>
  bytesField(field, Buffer.from(text))

const tag = (field: number, wireType: number): Uint8Array => varint(BigInt((field << 3) | wireType))

const varint = (value: bigint): Uint8Array => {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, value)
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  bytes.push(Number(rest))
  return Uint8Array.from(bytes)
}
