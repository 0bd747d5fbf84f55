export { Transcript } from './transcript.tsx'
