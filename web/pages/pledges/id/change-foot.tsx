import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

type Props = ComponentProps<typeof Button> & { back?: string; onBack: () => void; isPending: boolean }

/** Below what changes or pays a pledge: the way out, and the button that does it. */
export const ChangeFoot = ({ back = 'Back', onBack, isPending, ...act }: Props) => (
  <>
    <Button onClick={onBack}>{back}</Button>
    <Button kind="primary" pending={isPending && 'Processing...'} {...act} />
  </>
)
