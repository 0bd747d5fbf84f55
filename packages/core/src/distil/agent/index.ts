export { createAgentDistiller } from './create-agent-distiller.ts'
export { type DistilByAgent, makeDistilByAgent } from './distil-by-agent.ts'
export { type GetHandover, makeGetHandover } from './get-handover.ts'
export { type HandOver, makeHandOver } from './hand-over.ts'
