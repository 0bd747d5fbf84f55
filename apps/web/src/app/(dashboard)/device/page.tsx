import { DevicePage } from '../../../features/device/index.ts'

const Page = () => <DevicePage />

export default Page
