import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Comment } from '#domain/schemas/comment.ts'
import { ownCommentsQuery } from '#web/queries/campaigns.ts'
import { DeleteMessage } from './delete-message.tsx'
import { HideMessage } from './hide-message.tsx'

type Props = { campaignId: string; comment: Comment; manages: boolean; text: string; children: ReactNode }

/**
 * What someone who is signed in can do with a message (R43). `text`: the id of the element with its words. `children`: the
 * button to report it, for who neither wrote it nor runs the campaign.
 */
export function MessageActions({ campaignId, comment, manages, text, children }: Props) {
  const { data } = useQuery(ownCommentsQuery(campaignId))
  const isOwn = data?.some(({ id }) => id === comment.id) ?? false
  return (
    <>
      {isOwn && <DeleteMessage campaignId={campaignId} comment={comment} text={text} />}
      {manages ? (
        <HideMessage campaignId={campaignId} commentId={comment.id} text={text} />
      ) : (
        !isOwn && children
      )}
    </>
  )
}
