import type { ResultEntry } from '#domain/schemas/result.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { useWrite } from '#web/write.ts'

const path = (campaignId: string): string => `/api/campaigns/${campaignId}/results`

export const useConfirmResults = (campaignId: string) =>
  useWrite<ResultEntry[], string[]>({
    request: (resultIds) => ({
      method: 'POST',
      path: `${path(campaignId)}/confirmations`,
      payload: { resultIds },
    }),
    failure: 'Failed to confirm results',
    success: (confirmed) => ({
      title: confirmed.length === 1 ? 'Result confirmed' : `${confirmed.length} results confirmed`,
      description: 'Pledges count them from now on.',
    }),
    refresh: [campaignKey(campaignId)],
  })

export const useVoidResult = (campaignId: string, onDone: () => void) =>
  useWrite<ResultEntry, { resultId: string; reason: string }>({
    request: ({ resultId, reason }) => ({
      method: 'POST',
      path: `${path(campaignId)}/${resultId}/void`,
      payload: { reason },
    }),
    failure: 'Failed to void the result',
    success: (result) =>
      result.state === 'voided'
        ? { title: 'Result voided' }
        : { title: 'Void asked for', description: 'It counts until a second person confirms the void.' },
    refresh: [campaignKey(campaignId)],
    onSuccess: onDone,
  })

/** Declines the void that somebody asked for, or takes one's own back (R18). */
export const useKeepResult = (campaignId: string) =>
  useWrite<ResultEntry, string>({
    request: (resultId) => ({ method: 'DELETE', path: `${path(campaignId)}/${resultId}/void` }),
    failure: 'Failed to keep the result',
    success: { title: 'Result kept', description: 'It counts as before.' },
    refresh: [campaignKey(campaignId)],
  })
