import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { olderCommentsQuery } from '#web/queries/campaigns.ts'
import { Button } from '#web/ui/button.tsx'
import { Message } from './message.tsx'

const PAGE = 50

/** The page after a message; each page is followed by the next one's button (R51). */
export function OlderMessages({
  campaignId,
  after,
  manages,
}: {
  campaignId: string
  after: string
  manages: boolean
}) {
  const [isAsked, setAsked] = useState(false)
  const { data, isFetching, isError } = useQuery({
    ...olderCommentsQuery(campaignId, after, PAGE),
    enabled: isAsked,
  })
  const last = data?.at(-1)
  if (!data) {
    return (
      <>
        <Button size="small" pending={isFetching && 'Loading...'} onClick={() => setAsked(true)}>
          Older messages
        </Button>
        {isError && (
          <p className="quiet fine mt-2">They could not be loaded just now. Try again in a moment.</p>
        )}
      </>
    )
  }
  return (
    <>
      <ul>
        {data.map((comment) => (
          <Message key={comment.id} campaignId={campaignId} comment={comment} manages={manages} />
        ))}
      </ul>
      {last && data.length === PAGE && (
        <OlderMessages campaignId={campaignId} after={last.id} manages={manages} />
      )}
    </>
  )
}
