import type { SpaceIngredients } from '../embedding-space.ts'
import { startBuiltinEngine } from './builtin/builtin-engine.ts'
import { BUILTIN } from './builtin/model.ts'
import type { EmbeddingEngine } from './engine/embedding-engine.ts'
import type { LoadRuntime } from './engine/onnx-runtime.ts'
import { startMinilmEngine } from './minilm/minilm-engine.ts'
import { MINILM } from './minilm/model.ts'

/** Values of `EMBEDDING_MODEL` for the provider `local`, the default first. */
export const localModels = ['minilm-bge', 'all-minilm-l6-v2'] as const
export type LocalModel = (typeof localModels)[number]

type StartOptions = { threads: number; loadRuntime?: LoadRuntime | undefined }

export const LOCAL_MODELS: Record<
  LocalModel,
  {
    ingredients: SpaceIngredients
    startEngine: (options: StartOptions) => Promise<EmbeddingEngine>
  }
> = {
  'minilm-bge': { ingredients: BUILTIN, startEngine: startBuiltinEngine },
  'all-minilm-l6-v2': { ingredients: MINILM, startEngine: startMinilmEngine },
}
