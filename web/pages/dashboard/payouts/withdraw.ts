import type { Payout } from '#domain/schemas/payout.ts'
import { useWrite } from '#web/write.ts'

export const pathOf = ({ campaignId, id }: Payout): string => `/api/campaigns/${campaignId}/payouts/${id}`

/** As long as nobody has sent it (R38). */
export const useWithdraw = (payout: Payout, onSuccess: () => void) =>
  useWrite({
    request: () => ({ method: 'DELETE', path: pathOf(payout) }),
    failure: 'Failed to withdraw',
    success: { title: 'Payout withdrawn' },
    refresh: [['payouts'], ['exceptions']],
    onSuccess,
  })
