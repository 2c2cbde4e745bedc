import { CLOSED_TO_RESULTS } from '#domain/campaigns/campaign-state.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { useWrite } from '#web/write.ts'

const path = (campaignId: string): string => `/api/campaigns/${campaignId}/results`

export type ToConfirm = { resultIds: string[]; differentMatches?: [string, string][] }

/** The caller shows its own errors: a match that could be another is a question. */
export const useConfirmResults = (campaignId: string, { isFinalLocked }: Pick<Management, 'isFinalLocked'>) =>
  useWrite<ResultEntry[], ToConfirm>({
    request: (payload) => ({ method: 'POST', path: `${path(campaignId)}/confirmations`, payload }),
    failure: null,
    success: (confirmed) => ({
      title: confirmed.length === 1 ? 'Result confirmed' : `${confirmed.length} results confirmed`,
      description: isFinalLocked
        ? 'The final settlement is locked. What pledges earn by this waits: a representative bills it or waives it.'
        : `Pledges count ${confirmed.length === 1 ? 'it' : 'them'} from now on.`,
    }),
    refresh: [campaignKey(campaignId)],
  })

/** Merges two events that are the same match. */
export const useMergeEvents = (campaignId: string) =>
  useWrite<Event, { from: string; into: string }>({
    request: ({ from, into }) => ({
      method: 'POST',
      path: `/api/campaigns/${campaignId}/events/${from}/merge`,
      payload: { into },
    }),
    failure: null,
    success: ({ name }) => ({
      title: `Merged into ${name}`,
      description: 'Results it did not have yet need a second person to confirm.',
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
        : { title: 'Void requested', description: 'It counts until a second person confirms the void.' },
    refresh: [campaignKey(campaignId)],
    onSuccess: onDone,
  })

/** Declines a void that somebody requested, or withdraws one's own. */
export const useKeepResult = (campaignId: string) =>
  useWrite<ResultEntry, string>({
    request: (resultId) => ({ method: 'DELETE', path: `${path(campaignId)}/${resultId}/void` }),
    failure: 'Failed to keep the result',
    success: { title: 'Result kept', description: 'It counts as before.' },
    refresh: [campaignKey(campaignId)],
  })

/** A cancelled campaign's results stay as they are. */
export const acceptsResults = ({ campaign }: Pick<Management, 'campaign'>): boolean =>
  campaign.status !== 'cancelled'

/** What the server would refuse after everything was typed is not offered: entering, correcting and voiding. */
export const offered = (data: Management): Management =>
  acceptsResults(data)
    ? data
    : { ...data, permissions: { ...data.permissions, canEnterResults: false, canConfirmResults: false } }

export const offeredOf = (data: Management, result: ResultEntry): ResultEntry =>
  acceptsResults(data)
    ? result
    : { ...result, cannotConfirmReason: CLOSED_TO_RESULTS, cannotKeepReason: CLOSED_TO_RESULTS }
