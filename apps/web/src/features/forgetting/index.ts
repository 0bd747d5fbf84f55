export { EraseButton } from './erase-button.tsx'
export { ForgetButton } from './forget-button.tsx'
export { whatOf } from './forget-words.ts'
export { OwnData } from './own-data.tsx'
