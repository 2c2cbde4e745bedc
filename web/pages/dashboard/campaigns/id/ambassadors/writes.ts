import type { AmbassadorFilter, MailedAmbassador, Nudged } from '#domain/schemas/ambassador.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import type { ToastWords } from '#web/ui/toast.tsx'
import { useWrite } from '#web/write.ts'
import { nudgedWords } from './mailed-words.ts'

export const ambassadorsPath = (campaignId: string): string => `/api/campaigns/${campaignId}/ambassadors`
const path = (campaignId: string, ambassadorId: string): string =>
  `${ambassadorsPath(campaignId)}/${ambassadorId}`

/** One address is mailed at most once an hour, and the screen says when no mail was sent (R42). */
const toldOf =
  (title: string) =>
  ({ notMailedReason }: MailedAmbassador): ToastWords =>
    notMailedReason ? { title: 'No email was sent', description: notMailedReason } : { title }

export const useResendInvitation = (campaignId: string) =>
  useWrite<MailedAmbassador, string>({
    request: (id) => ({ method: 'PUT', path: path(campaignId, id), payload: { resendEmail: true } }),
    failure: 'Failed to resend invitation',
    success: toldOf('Invitation email resent successfully!'),
    refresh: [campaignKey(campaignId)],
  })

export const useNudge = (campaignId: string) =>
  useWrite<MailedAmbassador, string>({
    request: (ambassadorId) => ({ method: 'POST', path: `${path(campaignId, ambassadorId)}/nudges` }),
    failure: 'Failed to nudge ambassador',
    success: toldOf('Ambassador nudged by email'),
    refresh: [campaignKey(campaignId)],
  })

const mails = (count: number): string => (count === 1 ? '1 email was sent' : `${count} emails were sent`)

export const useNudgeAll = (campaignId: string) =>
  useWrite<Nudged, AmbassadorFilter>({
    request: (who) => ({ method: 'POST', path: `${ambassadorsPath(campaignId)}/nudges`, payload: { who } }),
    failure: 'Failed to nudge ambassadors',
    success: (done) => {
      const description = nudgedWords(done)
      const title = done.mailed === 0 ? 'No email was sent' : mails(done.mailed)
      return description ? { title, description } : { title }
    },
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
