import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { type DestinationRequest, PAYOUT_SHOWS, type PayoutsPage } from '#domain/schemas/payout.ts'
import { ApiError } from '#web/api-error.ts'
import { dayText, usd } from '#web/format.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { SearchBox } from '#web/parts/forms/search-box.tsx'
import { bankFileText, DownloadBankFile } from '#web/parts/payouts/bank-file.tsx'
import { keptOf, LoadProblem, NotCurrent } from '#web/parts/records/not-loaded.tsx'
import { PastTheEnd } from '#web/parts/records/past-the-end.tsx'
import { paths } from '#web/paths.ts'
import { PAYOUTS_PAGE_SIZE, type PayoutsShown, payoutsFile, payoutsQuery } from '#web/queries/payouts.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { RepresentativesOnly, refusedBy } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { useZone } from '#web/site/zone.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { FoundCount } from '#web/ui/found-count.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { EmptyState, Note, Skeleton } from '#web/ui/note.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Tiles } from '#web/ui/tiles.tsx'
import { useWrite } from '#web/write.ts'
import { PayoutRows } from './payout-rows.tsx'

const FIRST: PayoutsShown = { show: 'open', search: '', page: 1 }

/** Anything unreadable falls back to the default. */
function shownIn(params: URLSearchParams): PayoutsShown {
  const show = params.get('show') ?? ''
  const page = Number(params.get('page'))
  return {
    show: PAYOUT_SHOWS.find((one) => one === show) ?? FIRST.show,
    search: (params.get('search') ?? '').slice(0, 100),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}
function addressOf(shown: PayoutsShown): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(shown))
    if (value !== FIRST[name as keyof PayoutsShown]) query.set(name, String(value))
  return query.size > 0 ? `${paths.payouts}?${query}` : paths.payouts
}

const queries = ({ request }: { request: Request }) => [
  payoutsQuery(shownIn(new URL(request.url).searchParams)),
]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Payouts')

/** What organizations are owed at any moment, and how it is paid out: prepare, approve, send, confirm. */
export default function Payouts() {
  const [params] = useSearchParams()
  const shown = shownIn(params)
  const navigate = useNavigate()
  const found = useQuery({ ...payoutsQuery(shown), placeholderData: keepPreviousData })
  const { error, isPlaceholderData } = found
  const data = keptOf(found)
  if (error instanceof ApiError && error.status === 403) return <NotForThem />
  const go = (changes: Partial<PayoutsShown>, replace = false): void =>
    void navigate(addressOf({ ...shown, page: 1, ...changes }), { replace, preventScrollReset: true })
  return (
    <main id="main" className="wrap grid gap-8 py-8 lg:py-10">
      <div>
        <Breadcrumbs>
          <Link to={paths.dashboard}>Dashboard</Link>
        </Breadcrumbs>
        <h1 className="mt-2">Payouts</h1>
        <p className="quiet mt-2 max-w-[60ch]">
          Owed is what was collected, less the commission and earlier payouts. One representative prepares a
          payout to an organization, for all of its campaigns. Another approves it, then it is sent and its
          arrival confirmed.
        </p>
      </div>
      <NotCurrent found={found} />
      {data && <Totals totals={data.totals} />}
      {data?.totals.some(({ toSendCount }) => toSendCount > 0) && <ToSend files={data.bankFiles} />}
      {data && <WithoutDestination {...data.withoutDestination} />}
      <section className="card overflow-hidden" aria-labelledby="owed-by-organization">
        <div className="flex flex-wrap items-center gap-3 px-5 pt-4">
          <Heading level={2} id="owed-by-organization" className="mr-auto max-md:w-full">
            By organization
          </Heading>
          <div className="w-full md:w-80">
            <SearchBox value={shown.search} onChange={(search) => go({ search }, true)} />
          </div>
          {(data?.count ?? 0) > 0 && <DownloadCsv size="normal" path={payoutsFile(shown)} of="payouts" />}
        </div>
        <Shows shown={shown} />
        <FoundCount search={shown.search} count={isPlaceholderData ? undefined : data?.count} />
        {!data && !error && <Skeleton className="m-5 h-96" />}
        {!data && <LoadProblem what="What is owed" found={found} className="p-5" />}
        {data && <Found shown={shown} data={data} go={go} />}
      </section>
    </main>
  )
}

/** What a person sends: for printing checks, and for the bank. */
function ToSend({ files }: { files: PayoutsPage['bankFiles'] }) {
  return (
    <section className="card overflow-hidden" aria-labelledby="to-send">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-5">
        <div>
          <Heading level={2} id="to-send">
            Approved, to send by you
          </Heading>
          <p className="quiet mt-1 max-w-[64ch]">
            The list has every check and bank transfer. The ACH file is for your bank: it has the transfers
            whose account number is on file, each in one file only. Record each payout as sent afterwards.
          </p>
        </div>
        <div className="flex flex-wrap gap-2.5">
          <DownloadCsv path="/api/payouts/to-send.csv" of="approved payouts to send">
            List (CSV)
          </DownloadCsv>
          <DownloadBankFile of="bank transfers that are in no file yet">ACH file</DownloadBankFile>
        </div>
      </div>
      {files.length > 0 && (
        <ul className="border-t border-line px-5 py-2" aria-label="ACH files to record as sent">
          {files.map(({ at, name, by, payouts, amount, cannotDownloadReason: reason }) => (
            <li key={at} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
              <span className="min-w-0 break-words">
                {bankFileText({ at })}
                <span className="quiet fine block">{name}</span>
                <span className="quiet fine block">
                  By {by}: {payoutsInWords(payouts)} to record as sent, {usd(amount)}
                </span>
                {reason && <span className="fine block max-w-[64ch]">{reason}.</span>}
              </span>
              {!reason && (
                <DownloadBankFile at={at} of={name}>
                  Download again
                </DownloadBankFile>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const payoutsInWords = (count: number): string => (count === 1 ? '1 payout' : `${count} payouts`)

/** Live and sandbox money are kept apart, and never added. */
function Totals({ totals }: Pick<PayoutsPage, 'totals'>) {
  return totals.map(({ moneyMode, owed, negative, ...steps }) => (
    <section key={moneyMode} className="card overflow-hidden" aria-label="Over all campaigns">
      {moneyMode === 'sandbox' && (
        <p className="label px-[1.125rem] pt-4 md:px-6">Test mode: no real money</p>
      )}
      <Tiles
        tiles={[
          { label: 'Owed', figure: <Figure text={usd(owed)} size="m" />, note: 'to all organizations' },
          {
            label: 'To approve',
            figure: <Figure text={usd(steps.waiting)} size="m" />,
            note: payoutsInWords(steps.waitingCount),
          },
          {
            label: 'To send',
            figure: <Figure text={usd(steps.toSend)} size="m" />,
            note: payoutsInWords(steps.toSendCount),
          },
          {
            label: 'To confirm',
            figure: <Figure text={usd(steps.toConfirm)} size="m" />,
            note: payoutsInWords(steps.toConfirmCount),
          },
          {
            label: 'Below zero',
            figure: <Figure text={usd(negative)} size="m" />,
            note: 'deducted from the next payout',
          },
        ]}
      />
    </section>
  ))
}

const SHOWS: Record<(typeof PAYOUT_SHOWS)[number], string> = {
  open: 'Open',
  waiting: 'To approve',
  to_send: 'To send',
  to_confirm: 'To confirm',
  negative: 'Below zero',
  all: 'All',
}

function Shows({ shown }: { shown: PayoutsShown }) {
  return (
    <nav className="tabs mx-1.5 border-b border-line" aria-label="Which organizations">
      {PAYOUT_SHOWS.map((show) => (
        <Link
          key={show}
          to={addressOf({ ...shown, show, page: 1 })}
          aria-current={show === shown.show ? 'page' : undefined}
          preventScrollReset
        >
          {SHOWS[show]}
        </Link>
      ))}
    </nav>
  )
}

const NOTHING: Record<string, string> = {
  open: 'No organization is owed anything, and no payout is in progress.',
  waiting: 'Nothing is waiting for approval.',
  to_send: 'No approved payout is waiting to be sent.',
  to_confirm: 'Every payout that was sent has arrived.',
  negative: 'No organization was paid more than was collected for it.',
  all: 'No money has been collected yet.',
}

type FoundProps = { shown: PayoutsShown; data: PayoutsPage; go: (changes: Partial<PayoutsShown>) => void }

function Found({ shown, data, go }: FoundProps) {
  const start = (shown.page - 1) * PAYOUTS_PAGE_SIZE
  const end = start + data.organizations.length
  if (data.organizations.length === 0 && shown.page > 1)
    return (
      <div className="p-5">
        <PastTheEnd count={data.count} pageSize={PAYOUTS_PAGE_SIZE} onPage={(page) => go({ page })} />
      </div>
    )
  if (data.organizations.length === 0)
    return (
      <div className="p-5">
        <EmptyState title="Nothing here">
          {shown.search ? 'No campaign or organization has a name like that.' : NOTHING[shown.show]}
        </EmptyState>
      </div>
    )
  return (
    <>
      <PayoutRows organizations={data.organizations} isMixed={data.totals.length > 1} />
      {data.count > PAYOUTS_PAGE_SIZE && (
        <Pager
          label="Pages of organizations"
          from={start + 1}
          to={end}
          of={data.count}
          onPrevious={shown.page > 1 ? () => go({ page: shown.page - 1 }) : null}
          onNext={end < data.count ? () => go({ page: shown.page + 1 }) : null}
        />
      )}
    </>
  )
}

const NotForThem = () => (
  <RepresentativesOnly>
    It shows what every organization is owed. See your organization’s page for yours.
  </RepresentativesOnly>
)

export const ErrorBoundary = refusedBy(NotForThem)

const owners = (count: number): string => (count === 1 ? '1 owner was mailed' : `${count} owners were mailed`)

/** Nothing can be paid out to them: one press asks all their owners. */
function WithoutDestination({ organizations, toAsk, lastAskedAt }: PayoutsPage['withoutDestination']) {
  const zone = useZone()
  const ask = useWrite<DestinationRequest>({
    request: () => ({ method: 'POST', path: '/api/payouts/destination-requests' }),
    failure: 'Failed to mail the owners',
    success: (made) => ({ title: owners(made.owners), description: 'With the link where they propose one.' }),
    refresh: [['payouts']],
  })
  if (organizations === 0) return null
  return (
    <Note tone="warning">
      <p>
        {organizations === 1
          ? '1 organization is owed money and has no payout destination.'
          : `${organizations} organizations are owed money and have no payout destination.`}{' '}
        {lastAskedAt && `Owners were last mailed on ${dayText(lastAskedAt, zone)}.`}
      </p>
      <p className="mt-3">
        <Button
          size="small"
          pending={ask.isPending && 'Mailing...'}
          reason={toAsk === 0 ? 'They have proposed one, or were mailed within the last 7 days' : undefined}
          onClick={() => ask.mutate()}
        >
          Mail {organizations === 1 ? 'its' : 'their'} owners
        </Button>
      </p>
    </Note>
  )
}
