import { v4 as uuid } from 'uuid'
import type { Campaign } from '#domain/schemas/campaign.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { type Intent, useWrite } from '#web/write.ts'

/** The same picture sent twice is one picture: each attempt may have its own key. */
export const EACH_TRY: Intent = { keyFor: () => uuid(), answered: () => undefined }
const path = (campaignId: string): string => `/api/campaigns/${campaignId}/image`
const touched = (campaignId: string) => [campaignKey(campaignId), ['campaigns']]

export const useUploadPicture = (campaignId: string, onSaved: (campaign: Campaign) => void) =>
  useWrite<Campaign, Blob>({
    request: (picture) => ({ method: 'POST', path: path(campaignId), payload: picture }),
    failure: null,
    success: { title: 'Picture saved' },
    refresh: touched(campaignId),
    intent: EACH_TRY,
    onSuccess: onSaved,
  })

export const useRemovePicture = (campaignId: string, onRemoved: () => void) =>
  useWrite({
    request: () => ({ method: 'DELETE', path: path(campaignId) }),
    failure: 'Failed to remove the picture',
    success: { title: 'Picture removed', description: 'The default picture is shown again.' },
    refresh: touched(campaignId),
    onSuccess: onRemoved,
  })

/** For a campaign that is being created: its path is known once it has an id. */
export const useUploadFirstPicture = () =>
  useWrite<Campaign, { campaignId: string; picture: Blob }>({
    request: ({ campaignId, picture }) => ({ method: 'POST', path: path(campaignId), payload: picture }),
    failure: 'The campaign was created without its picture',
    refresh: [['campaigns']],
    intent: EACH_TRY,
  })
