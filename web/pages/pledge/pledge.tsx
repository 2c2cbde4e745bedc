import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import { calendarDayText, dateText, dayText, usd } from '#web/format.ts'
import { spelled, standingTone } from '#web/labels.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { paths } from '#web/paths.ts'
import { pledgeQuery } from '#web/queries/pledges.ts'
import { titled } from '#web/site/meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { EmptyState, Note, Skeleton } from '#web/ui/note.tsx'
import { Tiles } from '#web/ui/tiles.tsx'

const queries = ({ params }: { params: Record<string, string | undefined> }) => [pledgeQuery(params.id ?? '')]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => titled('Your pledge')

export function ErrorBoundary() {
  return (
    <main id="main" className="wrap py-16">
      <EmptyState
        level={1}
        title="Pledge not found"
        action={
          <Link to={paths.pledges} className={buttonClass()}>
            Your Pledges
          </Link>
        }
      >
        It is not there, or it belongs to another account.
      </EmptyState>
    </main>
  )
}

/** One pledge: what each match added, what has accrued against the maximum, what is charged when and why. */
export default function Pledge() {
  const { id = '' } = useParams()
  const { data: pledge, error } = useQuery(pledgeQuery(id))
  if (error) return <ErrorBoundary />
  if (!pledge) {
    return (
      <main id="main" className="wrap py-10" aria-busy="true">
        <Skeleton className="h-96" />
      </main>
    )
  }
  return (
    <main id="main" className="wrap grid gap-6 pt-10">
      <header>
        <p className="quiet">
          {pledge.organizationName} · {spelled(pledge.pledgeType)}
        </p>
        <div className="flex flex-wrap items-center gap-4">
          <h1>{pledge.campaignName}</h1>
          <Badge tone={standingTone(pledge.status)}>{spelled(pledge.status)}</Badge>
        </div>
        <Link to={paths.campaign(pledge.campaignId)} className={`${buttonClass()} mt-4`}>
          View Campaign
        </Link>
      </header>
      <section className="card" aria-label="In figures">
        <Tiles
          tiles={[
            { label: 'Earned so far', figure: <Figure text={usd(pledge.earned)} /> },
            { label: 'Expected', figure: <Figure text={usd(pledge.totalAmountDue)} /> },
            { label: 'Paid', figure: <Figure text={usd(pledge.received)} /> },
            { label: 'The most you can owe', figure: <Figure text={usd(pledge.agreedMaximum)} /> },
          ]}
        />
      </section>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Matches pledge={pledge} />
        <div className="grid gap-6">
          <Bills pledge={pledge} />
          <Agreed pledge={pledge} />
        </div>
      </div>
    </main>
  )
}

function Matches({ pledge }: { pledge: PledgeDetail }) {
  return (
    <section className="card pad">
      <h2 className="mb-3 text-[32px]">What each match added</h2>
      {pledge.shares.length === 0 ? (
        <p className="quiet">Nothing yet. Results count once a second person has confirmed them.</p>
      ) : (
        <ul>
          {pledge.shares.map((share) => (
            <Row
              key={share.eventId ?? share.at}
              title={share.eventName}
              detail={dayText(share.at, pledge.timeZone)}
              amount={share.amount}
            />
          ))}
        </ul>
      )}
      {pledge.earned === pledge.agreedMaximum && (
        <Note tone="good">Your maximum is reached: whatever happens now, you owe nothing more.</Note>
      )}
    </section>
  )
}

function Bills({ pledge }: { pledge: PledgeDetail }) {
  const { charges, invoices, timeZone } = pledge
  const isEmpty = charges.length === 0 && invoices.length === 0
  return (
    <section className="card pad">
      <h2 className="mb-3 text-[32px]">What is charged, and when</h2>
      {isEmpty && <p className="quiet">Nothing is charged yet. You get a statement three days before.</p>}
      <ul>
        {charges.map((charge) => (
          <Row
            key={charge.id}
            title={`Card, ${dateText(charge.chargeAt, timeZone)}`}
            detail={charge.reason ?? spelled(charge.state)}
            amount={charge.amount}
          />
        ))}
        {invoices.map((invoice) => (
          <Row
            key={invoice.id}
            title={invoice.number}
            detail={`${spelled(invoice.state)}, due ${calendarDayText(invoice.dueDate)}`}
            amount={invoice.amount}
          />
        ))}
      </ul>
    </section>
  )
}

function Agreed({ pledge }: { pledge: PledgeDetail }) {
  return (
    <section className="card pad">
      <h2 className="mb-3 text-[32px]">What you agreed to</h2>
      <p>{pledge.consentText}</p>
      <p className="quiet fine mt-3">Pledged on {dateText(pledge.createdAt, pledge.timeZone)}.</p>
    </section>
  )
}

function Row({ title, detail, amount }: { title: string; detail: string; amount: string }) {
  return (
    <li className="flex items-center justify-between gap-4 border-t border-line py-3 first:border-0">
      <div>
        <strong>{title}</strong>
        <p className="quiet fine">{detail}</p>
      </div>
      <Figure text={usd(amount)} size="s" />
    </li>
  )
}
