/** Large, so that it is compared with the one in the terminal. */
export const DeviceCode = ({ code }: { code: string }) => (
  <span className="device-code">{code}</span>
)
