import { Button } from '#web/ui/button.tsx'
import { useHide } from './hide.ts'

type Props = { campaignId: string; commentId: string; text: string }

/** `text`: the id of the element with the message (R43). */
export function HideMessage({ campaignId, commentId, text }: Props) {
  const hide = useHide(campaignId, commentId)
  return (
    <Button
      kind="quiet"
      size="small"
      aria-describedby={text}
      pending={hide.isPending && 'Hiding...'}
      onClick={() => hide.mutate(true)}
    >
      Hide
    </Button>
  )
}
