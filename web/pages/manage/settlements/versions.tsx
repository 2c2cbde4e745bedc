import { useQuery } from '@tanstack/react-query'
import type { Management } from '#domain/schemas/campaign.ts'
import type { Charge, Settlement } from '#domain/schemas/settlement.ts'
import { dateText, dateTimeText, usd } from '#web/format.ts'
import { spelled } from '#web/labels.ts'
import { chargesQuery } from '#web/queries/settlements.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { TableCard } from '../table-card.tsx'

const STAGES: Record<Settlement['stage'], BadgeTone> = {
  locked: 'paused',
  charging: 'active',
  closed: 'completed',
}
const CHARGE_TONES: Record<string, BadgeTone> = {
  scheduled: 'waiting',
  processing: 'paused',
  succeeded: 'active',
  voided: 'draft',
}

export function Versions({
  data: { campaign },
  settlements,
}: {
  data: Management
  settlements: Settlement[] | undefined
}) {
  const charges = useQuery(chargesQuery(campaign.id))
  const zone = campaign.timeZone
  if (!settlements) return <Skeleton className="h-60" />
  return (
    <>
      <TableCard
        title="Settlements"
        head={['Version', 'Stage', 'Locked', 'Charged from', 'Billed', 'Charges']}
        numeric={['Billed']}
        empty="No settlements yet"
        rows={settlements.map((settlement) => (
          <tr key={settlement.id}>
            <td className="font-semibold">
              {settlement.version}, {settlement.kind}
            </td>
            <td data-label="Stage">
              <Badge tone={STAGES[settlement.stage]}>{spelled(settlement.stage)}</Badge>
            </td>
            <td data-label="Locked">
              {dateTimeText(settlement.lockedAt, zone)}
              <span className="quiet fine block">
                {settlement.lockedBy ? `by ${settlement.lockedBy.name}` : 'by the schedule'}
              </span>
            </td>
            <td data-label="Charged from">{dateText(settlement.chargeAt, zone)}</td>
            <td data-label="Billed" className="num">
              <Figure text={usd(settlement.totals.toBill)} size="t" />
            </td>
            <td data-label="Charges" className="fine">
              {chargeWords(settlement.charges)}
            </td>
          </tr>
        ))}
      />
      {charges.data && charges.data.length > 0 && (
        <TableCard
          title="Charges"
          most={10}
          head={['Amount', 'State', 'Date', 'What happens next']}
          numeric={['Amount']}
          empty=""
          rows={charges.data.map((charge) => <ChargeRow key={charge.id} charge={charge} zone={zone} />)}
        />
      )}
    </>
  )
}

function ChargeRow({ charge, zone }: { charge: Charge; zone: string }) {
  return (
    <tr>
      <td data-label="Amount" className="num">
        <Figure text={usd(charge.amount)} size="t" />
      </td>
      <td data-label="State">
        <Badge
          tone={CHARGE_TONES[charge.state] ?? 'cancelled'}
          {...(charge.state === 'succeeded' ? { icon: 'check' as const } : {})}
        >
          {spelled(charge.state)}
        </Badge>
        {charge.moneyMode === 'sandbox' && <span className="quiet fine ml-2">Test mode</span>}
      </td>
      <td data-label="Date">{dateTimeText(charge.succeededAt ?? charge.chargeAt, zone)}</td>
      <td className="full fine">{[charge.reason, charge.nextStep].filter(Boolean).join('. ') || '–'}</td>
    </tr>
  )
}

const chargeWords = (charges: Settlement['charges']): string =>
  Object.entries(charges)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ') || 'None'
