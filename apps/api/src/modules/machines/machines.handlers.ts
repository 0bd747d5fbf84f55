import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { MachineUseCases } from './machines.use-cases.ts'

export const machineHandlers = (useCases: MachineUseCases): Handlers<Pick<Routes, 'machines'>> => ({
  machines: {
    list: (scope, { query }) => useCases.listMachines(scope, query),
    register: (scope, { body }) => useCases.registerMachine(scope, body),
  },
})
