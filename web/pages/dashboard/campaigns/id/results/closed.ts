import { CLOSED_TO_RESULTS } from '#domain/campaigns/campaign-state.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'

/** A cancelled campaign's results stay as they are (R21). */
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
