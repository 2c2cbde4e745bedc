import { expect, it } from 'vitest'
import type { CampaignDetail } from '../schemas/campaign.ts'
import type { LiveChange } from '../schemas/live.ts'
import { withChange } from './live.ts'

it('a row that changed takes the place of the one that was shown', () => {
  const comments = [
    { id: '2', text: 'Go!' },
    { id: '1', text: 'Good luck' },
  ]
  const detail = { revision: 'a', comments } as unknown as CampaignDetail
  const rows = [{ id: '1', text: 'Good luck!' }]
  const change = { from: 'a', to: 'b', values: {}, lists: { comments: { rows, gone: [] } } }
  expect(withChange(detail, change as unknown as LiveChange).comments).toEqual([comments[0], rows[0]])
})
