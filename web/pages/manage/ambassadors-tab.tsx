import type { Management } from '#domain/schemas/campaign.ts'
import { dateText } from '#web/format.ts'
import { spelled, standingTone } from '#web/labels.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TableCard } from './table-card.tsx'

export function AmbassadorsTab({ data }: { data: Management }) {
  return (
    <TableCard
      title="Ambassadors"
      head={['Ambassador', 'Referral Code', 'Status', 'Invited']}
      empty="No ambassadors yet"
      rows={data.ambassadors.map((ambassador) => (
        <tr key={ambassador.id}>
          <td className="full">
            {ambassador.user ? (
              <>
                <strong>
                  {[ambassador.user.firstName, ambassador.user.lastName].filter(Boolean).join(' ')}
                </strong>
                <span className="quiet fine block">{ambassador.user.email}</span>
              </>
            ) : (
              ambassador.email
            )}
          </td>
          <td data-label="Referral Code">
            <code>{ambassador.ambassadorReferralCode}</code>
          </td>
          <td data-label="Status">
            <Badge tone={standingTone(ambassador.status)}>{spelled(ambassador.status)}</Badge>
          </td>
          <td data-label="Invited">{dateText(ambassador.createdAt, data.campaign.timeZone)}</td>
        </tr>
      ))}
    />
  )
}
