import type { UseQueryResult } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { CHARGE_STATE_WORDS } from '#domain/billing/charge-status.ts'
import { pledgeReference } from '#domain/billing/lookup.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { Charge, Settlement } from '#domain/schemas/settlement.ts'
import { dateTimeText, usd } from '#web/format.ts'
import { NotYet } from '#web/parts/records/once-loaded.tsx'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { usePages } from '#web/parts/records/use-pages.tsx'
import { paths } from '#web/paths.ts'
import { CHARGES_PAGE_SIZE, chargesQuery, tableFile } from '#web/queries/campaigns.ts'
import { useArrival } from '#web/site/arrival.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { rowLinkClass } from '#web/ui/row-link.ts'
import { Select } from '#web/ui/select.tsx'
import { VersionList } from './version-list.tsx'

const ChargeDrawer = lazily(async () => (await import('#web/parts/charge/charge-drawer.tsx')).ChargeDrawer)

const CHARGE_TONES: Record<string, BadgeTone> = {
  scheduled: 'waiting',
  processing: 'paused',
  succeeded: 'active',
  voided: 'draft',
}

export function Versions({
  data: { campaign },
  found,
}: {
  data: Management
  found: UseQueryResult<Settlement[]>
}) {
  const settlements = found.data
  if (!settlements) return <NotYet what="The list of settlements" found={found} className="h-60" />
  const zone = campaign.timeZone
  return (
    <>
      <VersionList campaignId={campaign.id} settlements={settlements} zone={zone} />
      {settlements.length > 0 && <Charges campaignId={campaign.id} zone={zone} />}
    </>
  )
}

const WHICH = [
  { value: 'all', label: 'All charges' },
  { value: 'failed', label: 'Failed charges' },
] as const

/** The filter is in the address: the work queue links to those that failed. */
function Charges({ campaignId, zone }: { campaignId: string; zone: string }) {
  const [params, setParams] = useSearchParams()
  const only = params.get('charges') === 'failed' ? 'failed' : 'all'
  const choose = (value: string): void =>
    setParams({ tab: 'settlements', charges: value }, { replace: true, preventScrollReset: true })
  return <ChargesTable key={only} campaignId={campaignId} zone={zone} only={only} choose={choose} />
}

type ChargesProps = {
  campaignId: string
  zone: string
  only: 'all' | 'failed'
  choose: (value: string) => void
}

function ChargesTable({ campaignId, zone, only, choose }: ChargesProps) {
  const { rows, pager, isPending, error } = usePages({
    label: 'Pages of charges',
    size: CHARGES_PAGE_SIZE,
    query: (after) => chargesQuery(campaignId, only, after),
  })
  const arrive = useArrival('charges')
  const [opened, setOpened] = useState<string | null>(null)
  if (isPending) return <Skeleton className="h-60" />
  return (
    <div ref={arrive} id="charges" className="scroll-mt-6">
      <TableCard
        title="Charges"
        isFitted
        most={CHARGES_PAGE_SIZE}
        head={['Pledge', 'Amount', 'State', 'Date', 'What happens next', 'Details']}
        numeric={['Amount']}
        empty={error ? 'Not loaded' : only === 'failed' ? 'No failed charges' : 'No charges yet'}
        emptyText={error?.message ?? 'Cards are charged from the date on their statement.'}
        pager={pager}
        above={
          <p className="quiet fine">
            Cards and bank accounts. Pledges by check or cash get an invoice instead, listed with what is paid
            under{' '}
            <Link to={paths.collectionsOf(campaignId)} className="text-link">
              Collections
            </Link>
            .
          </p>
        }
        actions={
          <span className="flex flex-wrap gap-2.5">
            <Select label="Which charges" className="w-44" value={only} options={WHICH} onChange={choose} />
            {rows.length > 0 && (
              <DownloadCsv path={tableFile(campaignId, 'charges', { only })} of="charges" />
            )}
          </span>
        }
        rows={rows.map((charge) => (
          <ChargeRow key={charge.id} charge={charge} zone={zone} open={() => setOpened(charge.id)} />
        ))}
      />
      {opened && (
        <Suspense>
          <ChargeDrawer id={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </div>
  )
}

function ChargeRow({ charge, zone, open }: { charge: Charge; zone: string; open: () => void }) {
  const reference = pledgeReference(charge.pledgeId)
  return (
    <tr>
      <th scope="row" className="md:whitespace-nowrap">
        <Link to={paths.pledge(charge.pledgeId)} className={rowLinkClass}>
          {reference}
        </Link>
      </th>
      <td data-label="Amount" className="num">
        <Figure text={usd(charge.amount)} size="t" />
      </td>
      <td data-label="State">
        <Badge
          tone={CHARGE_TONES[charge.state] ?? 'cancelled'}
          {...(charge.state === 'succeeded' ? { icon: 'check' as const } : {})}
        >
          {CHARGE_STATE_WORDS[charge.state]}
        </Badge>
        {charge.moneyMode === 'sandbox' && (
          <span className="quiet fine ml-2 whitespace-nowrap @max-[50rem]/table:ml-0 @max-[50rem]/table:block">
            Test mode
          </span>
        )}
      </td>
      <td data-label="Date" className="@min-[50rem]/table:whitespace-nowrap">
        {charge.waits ? 'On hold' : dateTimeText(charge.succeededAt ?? charge.chargeAt, zone)}
      </td>
      <td
        className={`full fine md:@max-[50rem]/table:col-span-3 ${charge.reason || charge.nextStep ? '' : 'max-md:hidden! md:@max-[50rem]/table:invisible'}`}
      >
        {[charge.reason, charge.nextStep].filter(Boolean).join('. ') || '–'}
      </td>
      <td className="full md:@max-[50rem]/table:col-span-1 md:@max-[50rem]/table:justify-self-end">
        <Button
          size="dense"
          onClick={open}
          aria-label={`Details of the charge of ${usd(charge.amount)}, pledge ${reference}`}
        >
          Details
        </Button>
      </td>
    </tr>
  )
}
