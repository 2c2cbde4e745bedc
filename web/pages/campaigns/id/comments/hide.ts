import { campaignKey } from '#web/queries/campaigns.ts'
import { useWrite } from '#web/write.ts'

const WORDS = {
  hidden: { title: 'Message hidden', description: 'Only the people who run the campaign can see it now.' },
  shown: { title: 'Message kept', description: 'Everyone can see it.' },
}

/** True hides the message from everyone; false shows it again, or decides that a reported one stays. */
export const useHide = (campaignId: string, commentId: string) =>
  useWrite<{ hidden: boolean }, boolean>({
    request: (hidden) => ({
      method: 'POST',
      path: `/api/campaigns/${campaignId}/comments/${commentId}/hidden`,
      payload: { hidden },
    }),
    failure: 'Nothing was changed',
    success: ({ hidden }) => WORDS[hidden ? 'hidden' : 'shown'],
    refresh: [campaignKey(campaignId)],
  })
