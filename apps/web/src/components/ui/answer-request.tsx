import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { errorWords } from './error-words.tsx'
import './answer-request.css'

/** Who asks to be let in, by names and values. */
export const RequestFacts = ({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[]
}) => (
  <dl className="request-facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** What explains a value, below it. */
export const RequestDetail = ({ children }: { children: ReactNode }) => (
  <span className="request-detail">{children}</span>
)

type Answer = {
  isPending: boolean
  isSuccess: boolean
  error: Error | null
  variables: boolean | undefined
  mutate: (allow: boolean) => void
}

/** The two answers to who asks to be let in, once each. `yes` and `no`: what they are called. */
export const AnswerButtons = ({
  answer,
  yes = 'Allow',
  no = 'Deny',
  children,
}: {
  answer: Answer
  yes?: string
  no?: string
  /** What is said once it was answered. */
  children?: ReactNode
}) => {
  const isBusy = answer.isPending || answer.isSuccess
  return (
    <>
      <div className="request-buttons">
        <Button
          loading={isBusy && answer.variables === true}
          disabled={isBusy}
          onClick={() => answer.mutate(true)}
        >
          {yes}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => answer.mutate(false)}>
          {no}
        </Button>
      </div>
      {answer.isSuccess && children}
      {answer.error && <p role="alert">{errorWords(answer.error)}</p>}
    </>
  )
}
