import { faXmark } from '@fortawesome/free-solid-svg-icons'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import { Layer, veilClass } from './layer.ts'
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
  /** Changes when the dialog shows another part, which starts at its top. */
  part?: string | number
  /** Nothing in it takes the focus: the part that scrolls does, so that keys scroll it. */
  isOnlyRead?: boolean
  /** A long form is not lost by a press outside it. */
  keepOnOutside?: boolean
  /** Gets the focus on closing, if what opened it is gone. */
  home?: RefObject<HTMLElement | null>
}
type Props = DialogProps & {
  /** 'wide' and 'narrow' take the whole screen of a phone; 'sheet' stays a card everywhere. */
  size?: 'wide' | 'narrow' | 'sheet'
}

/** A page enlarged four times has no room for a header and a footer that stay: everything scrolls. */
export const SCROLLS_WHOLE = '[@media(max-height:31.25rem)]:max-md:overflow-y-auto'
const SURFACE =
  'dialog fixed z-45 flex animate-appear flex-col bg-surface text-ink shadow-3 md:inset-[auto] md:top-1/2 md:left-1/2 md:max-h-[calc(100dvh-4rem)] md:-translate-1/2 md:rounded-dialog [@media(max-height:31.25rem)]:md:max-h-dvh'
/** In the middle of the page, as wide as its content needs and the screen allows. */
export const dialogClass = (size: 'wide' | 'narrow' | 'sheet'): string => {
  const phone =
    size === 'sheet'
      ? 'max-md:inset-[50%_0.75rem_auto] max-md:max-h-[90dvh] max-md:-translate-y-1/2 max-md:rounded-dialog'
      : 'max-md:inset-0'
  const desk =
    size === 'wide' ? 'md:w-[min(61.25rem,calc(100vw-3rem))]' : 'md:w-[min(35rem,calc(100vw-3rem))]'
  return `${SURFACE} ${SCROLLS_WHOLE} ${phone} ${desk}`
}

export function Dialog({ size = 'narrow', ...props }: Props) {
  return <ModalFrame {...props} className={dialogClass(size)} />
}

// On a phone its primary button takes the available width.
const FOOT =
  'flex items-start justify-end gap-2.5 border-t border-line px-[1.125rem] pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:px-[1.875rem] md:py-4 [&_.btn-primary]:max-md:flex-1 [&_.btn-primary]:md:min-w-60 [@media(max-height:31.25rem)]:md:py-2'

/** Where the whole surface scrolls, on a low screen, it stays where it was as its parts change. */
function useStartAtTop(surface: HTMLElement | null, part: string | number | undefined): void {
  const was = useRef(part)
  useLayoutEffect(() => {
    if (surface && was.current !== part) surface.scrollTop = 0
    was.current = part
  })
}

/** What every surface over the page has: a veil, a name, a close button, a body that scrolls and a fixed footer. */
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
  isOnlyRead = false,
  home,
  className,
  isAlert = false,
}: DialogProps & { className: string; isAlert?: boolean }) {
  const focus = useReturnFocus(open, home)
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  useStartAtTop(layer, part)
  const body = useId()
  const stay = (event: Event): void => {
    if (keepOnOutside) event.preventDefault()
  }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={veilClass} />
        <Radix.Content
          ref={setLayer}
          className={className}
          {...focus}
          onOpenAutoFocus={(event) => {
            // Not the close button: screen readers start with the dialog itself, from its title on.
            event.preventDefault()
            layer?.focus()
          }}
          {...(isAlert ? { role: 'alertdialog' } : {})}
          // What a question is about is read with it.
          {...(description ? {} : { 'aria-describedby': isAlert ? body : undefined })}
          onPointerDownOutside={stay}
          onInteractOutside={stay}
        >
          <div className="border-b border-line p-[1.125rem] md:px-[1.875rem] md:pt-[1.625rem] md:pb-[1.375rem] [@media(max-height:31.25rem)]:md:py-2">
            <div className="flex items-center justify-between gap-4">
              <Radix.Title className="min-w-0 large-[2] leading-none wrap-anywhere [@media(max-height:31.25rem)]:large-[1.5] [@media(max-height:31.25rem)]:leading-none">
                {title}
              </Radix.Title>
              <Radix.Close className="icon-button -mr-2.5" aria-label="Close">
                <Icon icon={faXmark} />
              </Radix.Close>
            </div>
            {description && <Radix.Description className="quiet mt-2">{description}</Radix.Description>}
            {head}
          </div>
          <Layer value={layer}>
            <div
              key={part}
              id={body}
              {...(isOnlyRead ? { tabIndex: 0, role: 'region', 'aria-label': title } : {})}
              className="dialog-body flex-1 overflow-y-auto overscroll-contain p-[1.125rem] md:px-[1.875rem] md:py-[1.625rem] [@media(max-height:31.25rem)]:max-md:overflow-visible [@media(max-height:31.25rem)]:md:py-3"
            >
              {children}
            </div>
            {foot && <div className={FOOT}>{foot}</div>}
          </Layer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
