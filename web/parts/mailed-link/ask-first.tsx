import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { MailQuestion } from '#domain/schemas/mail.ts'
import { typedAmount } from '#web/format.ts'
import { GUEST, GUEST_FORM } from '#web/parts/guests/layout-classes.ts'
import { WithoutScript } from '#web/parts/guests/without-script.tsx'
import { perUnit } from '#web/parts/pledging/unit-labels.ts'
import { api } from '#web/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { MoneyField } from '#web/ui/field.tsx'
import { useFocusOnRefused } from '#web/ui/next-focus.ts'
import { fieldErrors } from '#web/write.ts'
import { Failed } from './not-shown.tsx'
import { Head } from './screen.tsx'

type Props = {
  title: string
  about: { campaignName: string; organizationName: string }
  question: MailQuestion
  /** The API's path of the mailed link. */
  path: string
  /** Of what the link shows: read again once the question is answered. */
  queryKey: QueryKey
  /** What happens if the page is closed. */
  otherwise?: string
}

const NOTHING = 'Not you? Close this page: nothing happens.'

/** The question is typed, not pressed: no mail scanner that opens links and presses buttons confirms anything. */
export function AskFirst({ title, about, question, path, queryKey, otherwise = NOTHING }: Props) {
  const [amount, setAmount] = useState('')
  const client = useQueryClient()
  const answering = useMutation<unknown, Error>({
    mutationFn: () => api.write('POST', `${path}/answer`, { amount: typedAmount(amount) }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
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
        <Head title={title} about={about} />
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
        {!wrong && <Failed error={answering.error} />}
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
