export { makeRotateSecret, type Rotated, rotationInWords } from './rotate-secret.ts'
