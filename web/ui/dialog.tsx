import { faXmark } from '@fortawesome/free-solid-svg-icons'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useState } from 'react'
import { iconButtonClass } from './button.tsx'
import { Icon } from './icon.tsx'
import { Layer } from './layer.ts'
import { useReturnFocus } from './return-focus.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  /** Below the title and above the line, such as steps. */
  head?: ReactNode
  /** Stays in view while the rest scrolls. */
  foot?: ReactNode
  children: ReactNode
  /** Another part of the same dialog starts at its top. */
  part?: string | number
  /** A long form is not lost by a press beside it. */
  keepOnOutside?: boolean
  /** Gets the focus on closing, if what opened it is gone. */
  home?: RefObject<HTMLElement | null>
}
type Props = DialogProps & {
  /** 'wide' and 'narrow' take the whole screen of a phone; 'sheet' stays a card everywhere. */
  size?: 'wide' | 'narrow' | 'sheet'
}

export function Dialog({ size = 'narrow', ...props }: Props) {
  const classes = `dialog ${size === 'wide' ? '' : 'narrow'} ${size === 'sheet' ? 'sheet' : ''}`
  return <ModalFrame {...props} className={classes} />
}

/** What every surface over the page has: a veil, a name, a way out, a body that scrolls and a foot that stays. */
export function ModalFrame({
  open,
  onOpenChange,
  title,
  description,
  head,
  foot,
  children,
  part,
  keepOnOutside = true,
  home,
  className,
  isAlert = false,
}: DialogProps & { className: string; isAlert?: boolean }) {
  const focus = useReturnFocus(home)
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  const stay = (event: Event): void => {
    if (keepOnOutside) event.preventDefault()
  }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="veil" />
        <Radix.Content
          ref={setLayer}
          className={className}
          {...focus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus()
            // Not the way out: the dialog itself is read first, from its title on.
            event.preventDefault()
            layer?.focus()
          }}
          {...(isAlert ? { role: 'alertdialog' } : {})}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onPointerDownOutside={stay}
          onInteractOutside={stay}
        >
          <header className="dialog-head">
            <div className="flex items-center justify-between gap-4">
              <Radix.Title className="dialog-title">{title}</Radix.Title>
              <Radix.Close className={`${iconButtonClass} -mr-2.5`} aria-label="Close">
                <Icon icon={faXmark} />
              </Radix.Close>
            </div>
            {description && <Radix.Description className="quiet mt-2">{description}</Radix.Description>}
            {head}
          </header>
          <Layer value={layer}>
            <div key={part} className="dialog-body">
              {children}
            </div>
            {foot && <footer className="dialog-foot">{foot}</footer>}
          </Layer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
