import type { ReactNode } from 'react'
import { Shell } from '../../features/shell/index.ts'

const DashboardLayout = ({ children }: { children: ReactNode }) => <Shell>{children}</Shell>

export default DashboardLayout
