import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { entryWords, shareSentence, yearTaxSentence } from '#domain/receipt-words.ts'
import type { Giving } from '#domain/schemas/receipt.ts'
import { brand } from '#web/content/brand.ts'
import { calendarDayText, countText } from '#web/format.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { ReceiptNotFound, SheetLoading } from '#web/parts/sheets/not-found.tsx'
import { SavePdf } from '#web/parts/sheets/save-pdf.tsx'
import { Sheet, Sums } from '#web/parts/sheets/sheet.tsx'
import { paths } from '#web/paths.ts'
import { givingFile, givingQuery } from '#web/queries/receipts.ts'
import { privateMeta } from '#web/site/meta.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { EmptyState } from '#web/ui/note.tsx'
import { Select } from '#web/ui/select.tsx'

type Args = { request: Request; params: Record<string, string | undefined> }
const queries = ({ request, params }: Args) => [
  givingQuery(params.year ?? '', new URL(request.url).searchParams.get('supporter')),
]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Year-end statement')
export const ErrorBoundary = () => <ReceiptNotFound />

/** All that a supporter gave in a calendar year, by organization (R37). */
export default function GivingPage() {
  const { year = '' } = useParams()
  const supporter = useSearchParams()[0].get('supporter')
  const { data: giving, error } = useQuery(givingQuery(year, supporter))
  if (!giving) return error ? <ReceiptNotFound /> : <SheetLoading label="Loading the statement" />
  return (
    <main id="main" className="wrap grid gap-6 pt-8">
      <BackLink>
        <Link to={paths.pledges}>Your Pledges</Link>
      </BackLink>
      <div className="flex max-w-[860px] flex-wrap items-center justify-between gap-4">
        <h1>Year-end statement</h1>
        <div className="flex flex-wrap items-center gap-3">
          <ChooseYear giving={giving} supporter={supporter} />
          {giving.organizations.length > 0 && <SavePdf path={givingFile(year, supporter)} />}
        </div>
      </div>
      {giving.organizations.length > 0 ? (
        <Statement giving={giving} />
      ) : (
        <div className="max-w-[860px]">
          <EmptyState level={2} title={`No payments received in ${giving.year}`}>
            Pledges count here once they are paid.
          </EmptyState>
        </div>
      )}
    </main>
  )
}

function ChooseYear({ giving, supporter }: { giving: Giving; supporter: string | null }) {
  const navigate = useNavigate()
  const years = [...new Set([giving.year, ...giving.years])].sort((a, b) => b - a)
  return (
    <Select
      label="Year"
      className="w-32"
      value={String(giving.year)}
      options={years.map((year) => ({ value: String(year), label: String(year) }))}
      onChange={(year) =>
        void navigate(`${paths.giving(year)}${supporter ? `?${new URLSearchParams({ supporter })}` : ''}`, {
          preventScrollReset: true,
        })
      }
    />
  )
}

function Statement({ giving }: { giving: Giving }) {
  return (
    <Sheet
      label={`Given in ${giving.year}`}
      amount={giving.total}
      isTestMoney={giving.isTestMoney}
      beside={
        <>
          <span className="quiet block">Received from</span>
          <strong className="text-lg">{giving.supporterName}</strong>
        </>
      }
    >
      {giving.organizations.map((one) => (
        <Organization
          key={[one.organizationId, one.isTestMoney, one.organizationName, one.is501c3, one.ein].join(' ')}
          one={one}
          all={giving.organizations}
        />
      ))}
      {giving.moreEntries > 0 && (
        <p>{countText(giving.moreEntries)} more entries are included in the totals but not listed here.</p>
      )}
    </Sheet>
  )
}

function Organization({ one, all }: { one: Giving['organizations'][number]; all: Giving['organizations'] }) {
  const tax = yearTaxSentence(one, all)
  const about = [one.organizationPlace, one.ein && `EIN ${one.ein}`, one.isTestMoney && 'test money']
  return (
    <div className="grid gap-3">
      <Sums
        title={one.organizationName}
        head={['What', 'Date', 'Amount']}
        rows={one.entries.map((entry, index) => ({
          key: `${entry.receiptId} ${index}`,
          cells: [
            <span key="what">
              {entry.receiptId ? (
                <Link to={paths.receipt(entry.receiptId)}>{entry.campaignName}</Link>
              ) : (
                entry.campaignName
              )}
              <span className="quiet fine block font-normal">{entryWords(entry)}</span>
            </span>,
            calendarDayText(entry.on),
          ],
          amount: entry.amount,
        }))}
        total={{ label: 'Total', amount: one.total }}
      />
      <p className="quiet fine">{about.filter(Boolean).join(' · ')}</p>
      <p className="fine max-w-[72ch]">{shareSentence(one, brand.name)}</p>
      {tax && <p className="fine max-w-[72ch] font-semibold">{tax}</p>}
    </div>
  )
}
