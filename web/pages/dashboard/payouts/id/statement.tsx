import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { payoutReference, pledgeReference } from '#domain/billing/lookup.ts'
import { figureWords, METHOD_WORDS } from '#domain/billing/payout.ts'
import { type Payout, type PayoutEntry, PayoutFigure, type PayoutStatement } from '#domain/schemas/payout.ts'
import { isUnauthorized } from '#web/api-error.ts'
import { calendarDayText, dateText, usd } from '#web/format.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { bankFileText } from '#web/parts/payouts/bank-file.tsx'
import { isNothing, lookOf } from '#web/parts/payouts/payout-labels.ts'
import { OnceLoaded } from '#web/parts/records/once-loaded.tsx'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { paths } from '#web/paths.ts'
import { payoutEntriesQuery, payoutPath, statementQuery } from '#web/queries/payouts.ts'
import { DownloadCsv, DownloadPdf } from '#web/site/download.tsx'
import { InsteadOfPage, missingAs } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { NotLoadedPage } from '#web/site/not-loaded-page.tsx'
import { useTitle } from '#web/site/use-title.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { rowLinkClass } from '#web/ui/row-link.ts'
import { fieldErrors } from '#web/write.ts'
import { ONLY_IF_NOT_SENT, useWithdraw } from '../payout-parts.tsx'
import { leftOf, ReturnDialog } from '../return-dialog.tsx'
import { CampaignsTable, StatementTable } from './statement-table.tsx'

const queries = ({ params }: { params: Record<string, string | undefined> }) => [
  statementQuery(params.id ?? ''),
]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Payout')

/** What makes up a payout; each figure opens the payments behind it, for those who may see them. */
export default function Statement() {
  const { id = '' } = useParams()
  const found = useQuery(statementQuery(id))
  const { data, error } = found
  if (data) return <Loaded statement={data} />
  return error && !isUnauthorized(error) ? (
    <NotLoadedPage what="The payout" found={found}>
      <NotThere />
    </NotLoadedPage>
  ) : (
    <Loading />
  )
}

function Loaded({ statement }: { statement: PayoutStatement }) {
  const { payout, organizationName, canOpenPledges } = statement
  const [params] = useSearchParams()
  useTitle(`Payout, ${organizationName}`)
  const figure = PayoutFigure.safeParse(params.get('figure')).data ?? null
  const { tone, words, icon } = lookOf(payout)
  return (
    <main id="main" className="wrap grid gap-8 py-8 lg:py-10">
      <div>
        <Breadcrumbs>
          <Link to={paths.dashboard}>Dashboard</Link>
          {canOpenPledges ? (
            <Link to={paths.payouts}>Payouts</Link>
          ) : (
            <Link to={paths.organization(payout.organizationId)}>{organizationName}</Link>
          )}
        </Breadcrumbs>
        <div className="mt-2 flex flex-wrap items-end justify-between gap-4">
          <div className="min-w-0">
            <h1 className="break-words">Payout to {organizationName}</h1>
            <p className="quiet mt-2 break-words">
              For {payout.lines.map(({ campaignName }) => campaignName).join(', ')}
            </p>
          </div>
          <div className="flex gap-2">
            <DownloadPdf path={`${payoutPath(payout.id)}/statement.pdf`} of="this statement" />
            <DownloadCsv path={`${payoutPath(payout.id)}/statement.csv`} of="this statement" />
          </div>
        </div>
      </div>
      {payout.moneyMode === 'sandbox' && <Note tone="warning">Test mode: no real money is involved.</Note>}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_min(22rem,37%)]">
        <StatementTable statement={statement} chosen={figure} />
        <section className="card p-5 max-lg:order-first" aria-label="This payout">
          <Badge tone={tone} {...(icon ? { icon } : {})}>
            {words}
          </Badge>
          <p className="mt-3">
            <Figure text={usd(payout.amount)} size="l" />
          </p>
          {payout.waits && <p className="mt-3">{payout.waits}.</p>}
          <How statement={statement} />
          {canOpenPledges && <Withdrawal payout={payout} />}
          <MoneyBack statement={statement} />
        </section>
      </div>
      <CampaignsTable statement={statement} />
      {canOpenPledges && <Entries statement={statement} figure={figure} />}
    </main>
  )
}

function How({ statement: { payout, note, timeZone, figuresOn } }: { statement: PayoutStatement }) {
  // In the list and the file for the bank. What was sent has the number that was recorded.
  const isToSend = payout.next === 'send'
  const facts: [string, string | null][] = [
    ['Sent', payout.paidOn && calendarDayText(payout.paidOn)],
    ['Figures as of', figuresOn && calendarDayText(figuresOn)],
    ['How', payout.method && METHOD_WORDS[payout.method]],
    ['Number', payout.reference],
    ['Reference', isToSend ? payoutReference(payout.id) : null],
    ['Bank file', payout.bankFile && `${bankFileText(payout.bankFile)}, ${payout.bankFile.by}`],
    ['To', payout.destination],
    [payout.method === 'stripe' ? 'Refused' : 'Withdrawn', payout.refusal],
    ['Arrived', payout.arrivedOn && calendarDayText(payout.arrivedOn)],
    ['Returned', reversalsText(payout.reversals.filter(({ isPaidBack }) => !isPaidBack))],
    ['Paid back', reversalsText(payout.reversals.filter(({ isPaidBack }) => isPaidBack))],
    ['Prepared', `${payout.preparedBy.name}, ${dateText(payout.preparedAt, timeZone)}`],
    [
      'Approved',
      payout.approvedBy && payout.approvedAt
        ? `${payout.approvedBy.name}, ${dateText(payout.approvedAt, timeZone)}`
        : null,
    ],
    [
      'Recorded',
      payout.sentBy && payout.sentAt ? `${payout.sentBy.name}, ${dateText(payout.sentAt, timeZone)}` : null,
    ],
    [
      'Confirmed',
      payout.confirmedBy && payout.confirmedAt
        ? `${payout.confirmedBy.name}, ${dateText(payout.confirmedAt, timeZone)}`
        : null,
    ],
    ['Note', payout.note ?? note],
  ]
  return (
    <dl className="mt-4 grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="quiet">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

const reversalsText = (reversals: Payout['reversals']): string =>
  reversals
    .map(({ on, amount, reason }) => `${usd(amount)}, ${calendarDayText(on)}: ${reason ?? 'at Stripe'}`)
    .join('; ')

/** As long as it was not sent; of a transfer, Stripe is asked first whether it was made. */
function Withdrawal({ payout }: { payout: Payout }) {
  const withdraw = useWithdraw(payout, () => undefined)
  if (payout.state !== 'prepared' && payout.state !== 'approved') return null
  return (
    <div className="mt-5">
      {payout.bankFile && (
        <p className="mb-3">
          <Link to={paths.payouts} className="text-link">
            See the file on the Payouts page
          </Link>
        </p>
      )}
      {payout.held && (
        <p className="mb-3 text-danger">
          {payout.held}{' '}
          <Link to={paths.exceptions} className="text-link">
            See the exceptions
          </Link>
        </p>
      )}
      {payout.bankFile ? (
        <WithdrawFromFile payout={payout} />
      ) : (
        <Button
          size="small"
          kind="danger"
          pending={withdraw.isPending && 'Withdrawing...'}
          onClick={() => withdraw.mutate(undefined)}
        >
          Withdraw it
        </Button>
      )}
      {payout.next === 'send' && !payout.bankFile && <p className="quiet fine mt-1">{ONLY_IF_NOT_SENT}</p>}
    </div>
  )
}

/** The bank may pay what is in its file, whatever is recorded here: a person finds out, and says how they know. */
function WithdrawFromFile({ payout }: { payout: Payout }) {
  const [reason, setReason] = useState<string | null>(null)
  const withdraw = useWithdraw(payout, () => undefined)
  if (reason === null)
    return (
      <Button size="small" kind="danger" onClick={() => setReason('')}>
        Withdraw it
      </Button>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    withdraw.mutate({ reason })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Note tone="warning">
        It is in the {payout.bankFile && bankFileText(payout.bankFile)}. Withdraw it only if the bank did not
        get that file, or did not take it: otherwise the bank pays it, and the books do not have it. A payment
        that came back is recorded as sent, then as returned.
      </Note>
      <TextField
        label="How do you know?"
        hint="For example: the bank refused the file, says Ana at First Bank."
        maxLength={200}
        value={reason}
        error={fieldErrors(withdraw.error).reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          size="small"
          kind="danger"
          type="submit"
          pending={withdraw.isPending && 'Withdrawing...'}
          reason={reason.trim() === '' ? 'Enter how you know' : undefined}
        >
          Withdraw it
        </Button>
        <Button size="small" onClick={() => setReason(null)}>
          Keep it
        </Button>
      </div>
    </form>
  )
}

/** For representatives, also after it was confirmed: an organization may pay money back at any time. */
function MoneyBack({ statement }: { statement: PayoutStatement }) {
  const [isOpen, setOpen] = useState(false)
  const { payout, canOpenPledges } = statement
  if (!canOpenPledges || payout.paidOn === null || isNothing(leftOf(payout))) return null
  return (
    <>
      <p className="mt-5">
        <Button size="small" onClick={() => setOpen(true)}>
          Record money back
        </Button>
      </p>
      {isOpen && <ReturnDialog payout={payout} place={statement} onClose={() => setOpen(false)} />}
    </>
  )
}

const NotThere = () => (
  <InsteadOfPage title="Payout not found">
    It doesn't exist, or only the organization’s owners, treasurers and representatives may see it.
  </InsteadOfPage>
)
export const ErrorBoundary = missingAs(NotThere)

function Loading() {
  return (
    <main id="main" className="wrap grid gap-6 py-8" aria-busy="true" aria-label="Loading the payout">
      <Skeleton className="h-12 w-2/5" />
      <Skeleton className="h-80" />
    </main>
  )
}

type Props = { statement: PayoutStatement; figure: PayoutFigure | null }

/** What each pledge added or took, by its reference and never by a name: the newest here, all in the file. */
function Entries({ statement, figure }: Props) {
  const found = useQuery(payoutEntriesQuery(statement.payout.id, figure))
  return (
    <OnceLoaded what="The payments behind it" found={found}>
      {(entries) => <Table statement={statement} figure={figure} entries={entries} />}
    </OnceLoaded>
  )
}

function Table({ statement, figure, entries }: Props & { entries: readonly PayoutEntry[] }) {
  const { payout, timeZone, figures } = statement
  const all = figures
    .filter((one) => figure === null || one.figure === figure)
    .reduce((count, { entries }) => count + entries, 0)
  const shown = figures.find((one) => one.figure === figure)
  const file = `${payoutPath(payout.id)}/entries.csv${figure ? `?figure=${figure}` : ''}`
  return (
    <TableCard
      title={figure ? figureWords(shown ?? { figure }) : 'Every payment behind it'}
      head={['When', 'What', 'Pledge', 'Collected', 'Commission', 'Organization']}
      numeric={['Collected', 'Commission', 'Organization']}
      empty="Nothing was collected"
      actions={
        <span className="flex flex-wrap items-center gap-3">
          {figure && (
            <Link to={paths.payout(payout.id)} className="text-link" preventScrollReset>
              Show all
            </Link>
          )}
          <DownloadCsv path={file} of="the payments behind it" />
        </span>
      }
      rows={entries.map((entry) => (
        <Entry key={entry.id} entry={entry} timeZone={timeZone} hasSeveral={payout.lines.length > 1} />
      ))}
      {...(all > entries.length
        ? {
            below: (
              <p className="quiet fine">
                The newest {entries.length} of {all}. All of them are in the file.
              </p>
            ),
          }
        : {})}
    />
  )
}

function Entry({
  entry,
  timeZone,
  hasSeveral,
}: {
  entry: PayoutEntry
  timeZone: string
  /** Campaigns in this payout. */
  hasSeveral: boolean
}) {
  return (
    <tr>
      <td data-label="When" className="whitespace-nowrap">
        {dateText(entry.occurredAt, timeZone)}
      </td>
      <th scope="row" className="full md:max-lg:col-span-4!">
        {entry.description}
        {hasSeveral && <span className="quiet fine block">{entry.campaignName}</span>}
      </th>
      <td data-label="Pledge" className="whitespace-nowrap md:max-lg:col-span-2">
        {entry.pledgeId ? (
          <Link to={paths.pledge(entry.pledgeId)} className={rowLinkClass}>
            {pledgeReference(entry.pledgeId)}
          </Link>
        ) : (
          'None'
        )}
      </td>
      <td data-label="Collected" className="num">
        {usd(entry.collected)}
      </td>
      <td data-label="Commission" className="num">
        {usd(entry.commission)}
      </td>
      <td data-label="Organization" className="num">
        {usd(entry.share)}
      </td>
    </tr>
  )
}
