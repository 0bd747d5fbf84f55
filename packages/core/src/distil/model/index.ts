export { questionKey } from '../../usage/ask-model.ts'
export { type DistilByModel, makeDistilByModel } from '../distil-by-model.ts'
export { type AskSegment, createModelDistiller } from './create-model-distiller.ts'
export { DISTIL_SYSTEM } from './prompt.ts'
