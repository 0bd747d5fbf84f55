import { SMTPServer } from 'smtp-server'

/** A mail server of this machine that keeps what it is given, and refuses one address. */
export const openMailbox = async () => {
  const mails: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.startsWith('refused')
          ? new Error(`No mailbox ${address} of ${address.split('@')[0]}`)
          : undefined,
      ),
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (part) => {
        text += String(part)
      })
      stream.on('end', () => {
        mails.push(text.replace(/=\r?\n/g, '').replace(/=3D/g, '='))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  return { mails, url: `smtp://127.0.0.1:${port}`, close }
}
