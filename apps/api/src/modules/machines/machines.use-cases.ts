import { makeListMachines, makeRegisterMachine } from '@teamlore/core'
import type { Collaborators } from '../../platform/collaborators.ts'

export const machineUseCases = ({ unitOfWork, now }: Collaborators) => ({
  listMachines: makeListMachines({ unitOfWork }),
  registerMachine: makeRegisterMachine({ unitOfWork, now }),
})

export type MachineUseCases = ReturnType<typeof machineUseCases>
