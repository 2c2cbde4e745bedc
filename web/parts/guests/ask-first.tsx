import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { MailQuestion } from '#domain/schemas/mail.ts'
import { typedAmount } from '#web/format.ts'
import { perUnit } from '#web/parts/pledging/unit-labels.ts'
import { api } from '#web/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { MoneyField } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { useFocusOnRefused } from '#web/ui/next-focus.ts'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors } from '#web/write.ts'
import { GUEST, GUEST_FORM } from './layout-classes.ts'
import { WithoutScript } from './without-script.tsx'

type Props = {
  title: string
  about: { campaignName: string; organizationName: string }
  question: MailQuestion
  /** The API's path of the mailed link. */
  path: string
  /** What happens if the page is closed. */
  otherwise?: string
  /** The page then shows what the link confirms. */
  onAnswered: () => Promise<unknown>
}

const NOTHING = 'Not you? Close this page: nothing happens.'

/** The question is typed, not pressed: no mail scanner that opens links and presses buttons confirms anything. */
export function AskFirst({ title, about, question, path, otherwise = NOTHING, onAnswered }: Props) {
  const [amount, setAmount] = useState('')
  const answering = useMutation<unknown, Error>({
    mutationFn: () => api.write('POST', `${path}/answer`, { amount: typedAmount(amount) }),
    onSuccess: onAnswered,
  })
  const wrong = fieldErrors(answering.error).amount
  const form = useFocusOnRefused<HTMLFormElement>(answering.error)
  const answer = (event: FormEvent): void => {
    event.preventDefault()
    if (!answering.isPending) answering.mutate()
  }
  return (
    <main id="main" className={GUEST}>
      <form ref={form} noValidate className={GUEST_FORM} onSubmit={answer}>
        <header>
          <Heading level={1} size="page">
            {title}
          </Heading>
          <p className="lead mt-1 break-words">
            {about.campaignName}, {about.organizationName}
          </p>
        </header>
        <p>
          This is not the browser you used before. One question first, because email scanners press buttons
          too.
        </p>
        <MoneyField
          label={`How much did you pledge for ${question.name}?`}
          hint={`The amount ${perUnit(question)}. It is in the email with this link.`}
          value={amount}
          error={wrong}
          onChange={(event) => setAmount(event.target.value)}
        />
        {answering.error && !wrong && (
          <Note tone="danger" role="alert">
            {answering.error.message}
          </Note>
        )}
        <WithoutScript />
        <div className="grid noscript:hidden">
          <Button
            kind="primary"
            size="big"
            full
            type="submit"
            pending={answering.isPending && 'One moment...'}
          >
            Continue
          </Button>
        </div>
        <p className="quiet fine">{otherwise}</p>
      </form>
    </main>
  )
}
