import { useState } from 'react'
import { brand } from '#web/content/brand.ts'
import { whatIsThisCharge } from '#web/content/what-is-this-charge.ts'
import { PageHero } from '#web/parts/marketing/page-hero.tsx'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/site/meta.ts'
import { Button } from '#web/ui/button.tsx'
import { MoneyField, TextField } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors, useWrite } from '#web/write.ts'
import type { Route } from './+types/what-is-this-charge.ts'

const EMPTY = { email: '', amount: '', chargedOn: '', last4: '' }
type Question = typeof EMPTY

/** What a bank's statement says. The response on screen is always the same, whatever is found. */
function ChargeQuestion() {
  const [question, setQuestion] = useState<Question>(EMPTY)
  const [isSent, setSent] = useState(false)
  const ask = useWrite({
    request: () => ({ method: 'POST', path: '/api/charge-lookups', payload: question }),
    failure: null,
    onSuccess: () => setSent(true),
  })
  if (isSent) return <Sent again={() => setSent(false)} />
  const refused = fieldErrors(ask.error)
  const field = (name: keyof Question) => ({
    name,
    required: true,
    value: question[name],
    error: refused[name],
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setQuestion((known) => ({ ...known, [name]: value })),
  })
  return (
    <form
      className="card pad grid gap-5"
      noValidate
      method="post"
      aria-label={whatIsThisCharge.title}
      onSubmit={(event) => {
        event.preventDefault()
        ask.mutate()
      }}
    >
      <TextField label="Email" type="email" autoComplete="email" maxLength={254} {...field('email')} />
      <MoneyField label="Amount" {...field('amount')} />
      <TextField label="Day of the charge" type="date" {...field('chargedOn')} />
      <TextField
        label="Last four digits of the card or bank account"
        hint="Only these four, never the whole number."
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        {...field('last4')}
      />
      {ask.error && Object.keys(refused).length === 0 && (
        <Note tone="danger" role="alert">
          {ask.error.message}
        </Note>
      )}
      <Button
        kind="primary"
        type="submit"
        className="justify-self-start"
        pending={ask.isPending && 'Sending...'}
      >
        Email me the answer
      </Button>
    </form>
  )
}

function Sent({ again }: { again: () => void }) {
  return (
    <div className="card pad grid gap-4">
      <Heading level={2} tabIndex={-1} ref={(heading) => heading?.focus()}>
        {whatIsThisCharge.sent.title}
      </Heading>
      <p className="quiet">{whatIsThisCharge.sent.text}</p>
      <Button className="justify-self-start" onClick={again}>
        Ask about another charge
      </Button>
    </div>
  )
}

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = whatIsThisCharge
  return pageMeta(matches, { title, description, path: paths.whatIsThisCharge })
}

export default function WhatIsThisCharge() {
  return (
    <main id="main">
      <PageHero title={whatIsThisCharge.title} lead={whatIsThisCharge.lead} art="custom-1" />
      <div className="wrap grid items-start gap-x-16 gap-y-6 py-10 lg:grid-cols-[minmax(0,41rem)_minmax(0,40ch)]">
        <noscript className="lg:col-span-2">
          <p className="note">
            <span>
              {whatIsThisCharge.withoutScript}{' '}
              <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>
            </span>
          </p>
        </noscript>
        <ChargeQuestion />
        <p className="quiet">{whatIsThisCharge.privacy}</p>
      </div>
    </main>
  )
}
