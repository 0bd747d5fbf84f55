import { open } from 'node:fs/promises'

/** Where in the file a tensor lies. The bytes themselves stay on disk. */
export type StoredTensor = {
  dtype: string
  shape: readonly number[]
  offsetBytes: number
  lengthBytes: number
}

const LENGTH_PREFIX_BYTES = 8
/** The format's own limit; a bigger number means this is not a safetensors file. */
const MAX_HEADER_BYTES = 100_000_000

/** Reads the table of contents of a safetensors file, not its tensors. */
export const readSafetensorsIndex = async (path: string): Promise<Map<string, StoredTensor>> => {
  const file = await open(path)
  try {
    const prefix = await readExactly(LENGTH_PREFIX_BYTES, 0)
    const headerBytes = Number(prefix.readBigUInt64LE(0))
    if (headerBytes > MAX_HEADER_BYTES) throw new Error(`${path} is not a safetensors file`)
    const header = await readExactly(headerBytes, LENGTH_PREFIX_BYTES)
    return parseHeader(header.toString('utf8'), LENGTH_PREFIX_BYTES + headerBytes)
  } finally {
    await file.close()
  }

  async function readExactly(bytes: number, position: number): Promise<Buffer> {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, position)
    if (bytesRead !== bytes) throw new Error(`${path} ends in the middle of its header`)
    return buffer
  }
}

type HeaderEntry = { dtype: string; shape: number[]; data_offsets: [number, number] }

/** The header is trusted JSON: the file's hash has been checked before it is read. */
const parseHeader = (json: string, dataStart: number): Map<string, StoredTensor> => {
  const tensors = new Map<string, StoredTensor>()
  for (const [name, entry] of Object.entries<HeaderEntry>(JSON.parse(json))) {
    if (name === '__metadata__') continue
    const [begin, end] = entry.data_offsets
    tensors.set(name, {
      dtype: entry.dtype,
      shape: entry.shape,
      offsetBytes: dataStart + begin,
      lengthBytes: end - begin,
    })
  }
  return tensors
}
