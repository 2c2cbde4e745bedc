import { Popover as Radix } from 'radix-ui'
import { type ReactNode, useContext } from 'react'
import { Layer } from './layer.ts'
import { useReturnFocus } from './return-focus.ts'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What it is anchored to. */
  anchor: ReactNode
  /** Its name. */
  label: string
  /** The focus stays where it was: the field keeps receiving input, and the popover is not a dialog. */
  keepFocus?: boolean
  children: ReactNode
}

/** A small surface anchored to a field: closes on Escape and on a press outside it. */
export function Popover({ open, onOpenChange, anchor, label, keepFocus = false, children }: Props) {
  const layer = useContext(Layer)
  const returned = useReturnFocus(open)
  const stay = (event: Event): void => event.preventDefault()
  const focus = keepFocus ? { onOpenAutoFocus: stay, onCloseAutoFocus: stay } : returned
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Anchor asChild>
        <div>{anchor}</div>
      </Radix.Anchor>
      <Radix.Portal container={layer}>
        <Radix.Content
          className={`popover z-60 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] overflow-auto rounded-control border-[1.5px] border-control bg-surface p-1 text-ink shadow-2 outline-none ${keepFocus ? 'w-(--radix-popover-trigger-width)' : ''}`}
          {...(keepFocus ? { role: 'presentation' } : { 'aria-label': label })}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          {...focus}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
