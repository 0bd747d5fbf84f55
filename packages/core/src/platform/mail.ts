export type Mail = {
  to: string
  subject: string
  text: string
  /** Where it may go out twice: mail programs show one of them. */
  id?: string
}

/** Hands a mail to the server that delivers it; rejects when that will not have it. */
export type SendMail = (mail: Mail) => Promise<void>
