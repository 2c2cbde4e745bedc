/** Being paid by Stripe: an owner starts it here and fills in Stripe's form on this page; Stripe may ask again later. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, Suspense, useState } from 'react'
import { inWords } from '#domain/billing/stripe-account.ts'
import type { ManagedOrganization } from '#domain/schemas/organization.ts'
import type { StartedStripeAccount, StripeAccount } from '#domain/schemas/stripe-account.ts'
import { dateText, dateTimeText } from '#web/format.ts'
import { organizationPath, stripeAccountQuery } from '#web/queries/organizations.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/field.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors, useWrite } from '#web/write.ts'

const StripeForm = lazily(async () => (await import('./stripe-form.tsx')).default)

/** Reads what Stripe says now, and what the form needs. */
const startOf = (id: string) => ({ method: 'POST' as const, path: `${organizationPath(id)}/stripe-account` })

export function StripeAccountPart({ data }: { data: ManagedOrganization }) {
  const { organization, isRepresentative, mayManage, destination, proposedDestination } = data
  const { id, timeZone } = organization
  const { data: account = null } = useQuery(stripeAccountQuery(id))
  const [form, setForm] = useState<StartedStripeAccount['form']>(null)
  const start = useWrite<StartedStripeAccount>({
    request: () => startOf(id),
    failure: 'Stripe could not be opened',
    refresh: [['organizations']],
    onSuccess: (started) => setForm(started.form),
  })
  // What was entered is known here before any event of Stripe arrives.
  const look = useWrite<StartedStripeAccount>({
    request: () => startOf(id),
    failure: null,
    refresh: [['organizations']],
  })
  const use = useWrite<StartedStripeAccount>({
    request: () => startOf(id),
    failure: 'The Stripe account could not be proposed',
    refresh: [['organizations']],
  })
  const isOwner = mayManage && !isRepresentative
  const isPaidElsewhere = destination !== null && destination.cannotPayReason === null
  // A proposal that cannot be paid to gives way to the next.
  const isWaiting = proposedDestination?.cannotPayReason === null
  const mayUse = isRepresentative || !isPaidElsewhere
  const isToDo = account?.use === 'current' ? account.needs.length > 0 : !isPaidElsewhere && !account?.isReady
  // An account that is not used is shown to those who may propose it.
  if (!mayManage || (isRepresentative && !account)) return null
  const close = () => {
    setForm(null)
    look.mutate()
  }
  return (
    <div className="grid gap-3 px-5 pb-4">
      {account && (
        <Status
          account={account}
          timeZone={timeZone}
          isOwner={isOwner}
          isPaidElsewhere={isPaidElsewhere}
          isProposalShown={proposedDestination !== null}
        />
      )}
      {isOwner && account === null && !form && (
        <p className="quiet max-w-[60ch]">
          {isPaidElsewhere
            ? 'Stripe can pay into your bank account instead: enter it here, then a representative changes where payouts go.'
            : 'Stripe pays into your organization’s bank account, without a check in the mail. Have the account number and the tax ID (EIN) at hand. It takes about ten minutes, and you can stop and continue later.'}
        </p>
      )}
      {form ? (
        <Fill id={id} account={account} form={form} onDone={close} />
      ) : (
        <div className="flex flex-wrap gap-3">
          {isOwner && (
            <Button
              kind={isToDo ? 'primary' : 'secondary'}
              size="small"
              pending={start.isPending && 'Opening...'}
              onClick={() => start.mutate()}
            >
              {wordsFor(account)}
            </Button>
          )}
          {mayUse && account?.bank && account.use === null && !isWaiting && (
            <Button size="small" pending={use.isPending && 'Proposing...'} onClick={() => use.mutate()}>
              {isRepresentative ? 'Propose the Stripe account' : 'Use it for payouts'}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const wordsFor = (account: StripeAccount | null): string => {
  if (account === null) return 'Get paid by Stripe'
  if (account.needs.length > 0) return 'Continue with Stripe'
  return account.isReady ? 'Change bank or details' : 'Open Stripe'
}

type StatusProps = {
  account: StripeAccount
  timeZone: string
  isOwner: boolean
  isPaidElsewhere: boolean
  /** What waits for approval is shown below. */
  isProposalShown: boolean
}

/** What Stripe says, and what to do next. Payouts wait for an account only if they go to it. */
function Status({ account, timeZone, isOwner, isPaidElsewhere, isProposalShown }: StatusProps) {
  const { isReady, needs, dueBy, bank, opensAt, use } = account
  const isUsed = use === 'current'
  if (needs.length > 0)
    return (
      <Note tone={isUsed ? 'warning' : 'plain'}>
        Stripe still needs {inWords(needs)}
        {isReady && dueBy && ` by ${dateText(dueBy, timeZone)}`}.{' '}
        {isUsed &&
          (isReady
            ? 'Payouts continue until then, and stop without it. '
            : 'Payouts wait until it has that. ')}
        {use === null && isPaidElsewhere && 'Until then payouts go where they went before. '}
        {isOwner ? 'Continue here: what you entered is kept.' : 'An owner enters it on this page.'}
      </Note>
    )
  if (!isReady)
    return (
      <Note>
        Stripe takes no transfers to this account now: it is checking it, or has closed it.{' '}
        {isOwner ? 'Open Stripe to see which.' : 'An owner opens Stripe on this page to see which.'}
        {isUsed && ' Payouts wait meanwhile.'}
      </Note>
    )
  if (isUsed && opensAt)
    return (
      <Note tone="warning">
        The bank account at Stripe was changed{bank && `, to ${bank.name}, account ending in ${bank.last4}`}.
        Payouts wait, and go there from {dateTimeText(opensAt, timeZone)}.{' '}
        {isOwner && 'If none of the owners changed it, write to us right away.'}
      </Note>
    )
  return (
    <Note tone="good">
      Stripe is ready to pay out{bank && ` to ${bank.name}, account ending in ${bank.last4}`}.
      {isOwner &&
        use === 'proposed' &&
        !isProposalShown &&
        ' Payouts go there once a representative approves it; you are mailed then.'}
      {isOwner &&
        use === null &&
        isPaidElsewhere &&
        ' Payouts go another way now. To be paid by Stripe instead, write to us.'}
    </Note>
  )
}

type FillProps = {
  id: string
  account: StripeAccount | null
  form: NonNullable<StartedStripeAccount['form']>
  onDone: () => void
}

function Fill({ id, account, form, onDone }: FillProps) {
  const { clientSecret, publishableKey } = form
  if (publishableKey === null) return <SandboxForm id={id} onDone={onDone} />
  const isComplete = account?.isReady === true && account.needs.length === 0
  return (
    <Suspense fallback={<p className="quiet">Loading Stripe’s form…</p>}>
      <StripeForm
        organizationId={id}
        clientSecret={clientSecret}
        publishableKey={publishableKey}
        isComplete={isComplete}
        onDone={onDone}
      />
    </Suspense>
  )
}

/** In place of Stripe's form: asks for a test bank account, and for a document where that account needs one. */
function SandboxForm({ id, onDone }: Pick<FillProps, 'id' | 'onDone'>) {
  const [accountNumber, setAccountNumber] = useState('')
  const [hasDocument, setDocument] = useState(false)
  const save = useWrite<StripeAccount>({
    request: () => ({
      method: 'POST',
      path: `/api/sandbox${organizationPath(id).slice('/api'.length)}/stripe-account`,
      payload: { accountNumber, hasDocument },
    }),
    failure: null,
    refresh: [['organizations']],
    onSuccess: onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const refused = fieldErrors(save.error)
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 rounded-stat border border-line p-4">
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone="paused" icon="warning">
          Test mode
        </Badge>
        <span className="quiet fine">
          This form stands for Stripe’s. Use account 000123456789; with 000999999991 Stripe asks for a
          document.
        </span>
      </p>
      <TextField
        label="Account number"
        inputMode="numeric"
        autoComplete="off"
        value={accountNumber}
        error={
          refused.accountNumber ?? (save.error && !refused.accountNumber ? save.error.message : undefined)
        }
        onChange={({ target }) => setAccountNumber(target.value)}
      />
      <Checkbox label="Hand in the document, too" checked={hasDocument} onChange={setDocument} />
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" size="small" type="submit" pending={save.isPending && 'Sending...'}>
          Send to Stripe
        </Button>
        <Button size="small" onClick={onDone}>
          Not now
        </Button>
      </div>
    </form>
  )
}
