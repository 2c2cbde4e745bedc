import type { Statistic } from '#domain/schemas/statistic.ts'
import { RemoveRecord } from '#web/parts/records/remove-record.tsx'

type Props = { campaignId: string; statistic: Statistic; onDeleted: () => void }

/** In a draft only: later a statistic is closed for pledges (R15). */
export const DeleteStatistic = ({ campaignId, statistic, onDeleted }: Props) => (
  <RemoveRecord
    campaignId={campaignId}
    record={`statistics/${statistic.id}`}
    version={statistic.version}
    label="Delete statistic"
    title={`Delete ${statistic.name}?`}
    pending="Deleting..."
    done="Statistic deleted"
    onRemoved={onDeleted}
  >
    This cannot be undone. Once the campaign is active, you can only close it.
  </RemoveRecord>
)
