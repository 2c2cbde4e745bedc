import type { Ambassador } from '#domain/schemas/ambassador.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { useWrite } from '#web/write.ts'

const path = (campaignId: string, ambassadorId: string): string =>
  `/api/campaigns/${campaignId}/ambassadors/${ambassadorId}`

export const useResendInvitation = (campaignId: string) =>
  useWrite<Ambassador, string>({
    request: (ambassadorId) => ({
      method: 'PUT',
      path: path(campaignId, ambassadorId),
      payload: { resendEmail: true },
    }),
    failure: 'Failed to resend invitation',
    success: { title: 'Invitation email resent successfully!' },
    refresh: [campaignKey(campaignId)],
  })

export const useRemoveAmbassador = (campaignId: string, onDone: () => void) =>
  useWrite<unknown, string>({
    request: (ambassadorId) => ({ method: 'DELETE', path: path(campaignId, ambassadorId) }),
    failure: 'Failed to remove ambassador',
    success: { title: 'Ambassador removed successfully!' },
    refresh: [campaignKey(campaignId)],
    onSuccess: onDone,
  })
