import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useId } from 'react'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'ink' | 'onboard'
type Look = { kind?: ButtonKind; size?: 'big' | 'small' | 'dense' | 'normal'; full?: boolean }

/** The same look for a button and for a link that acts like one. */
export function buttonClass({ kind = 'secondary', size = 'normal', full = false }: Look = {}): string {
  const sizes = { big: 'btn-big', small: 'btn-small', dense: 'btn-small btn-dense', normal: '' }
  return `btn btn-${kind} ${sizes[size]} ${full ? 'w-full' : ''}`
}

type Props = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    ref?: Ref<HTMLButtonElement>
    /** The label while waiting: the button keeps its place, its width and the focus, and ignores further presses. */
    pending?: string | false | undefined
    /** It replaces another button: the second half of a double-click on that one does not press it. */
    ignoresDoubleClick?: boolean
    /**
     * Why it cannot be pressed. Shown beside the button and read with it, so the button stays focusable. One that may
     * have a reason later has this property from the beginning.
     */
    reason?: string | undefined
    children: ReactNode
  }

export function Button(props: Props) {
  const {
    kind = 'secondary',
    size = 'normal',
    full = false,
    pending,
    reason,
    ignoresDoubleClick = false,
    children,
    className = '',
    onClick,
    ...rest
  } = props
  const reasonId = useId()
  const isBlocked = Boolean(pending || reason)
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (isBlocked || (ignoresDoubleClick && event.detail > 1)) {
      event.preventDefault()
      event.stopPropagation()
    } else onClick?.(event)
  }
  const button = (
    <button
      type="button"
      {...rest}
      {...(isBlocked ? { 'aria-disabled': true } : {})}
      {...(pending ? { 'aria-busy': true, 'aria-label': undefined } : {})}
      {...(reason ? { 'aria-describedby': reasonId } : {})}
      className={`${buttonClass({ kind, size, full })} ${className}`}
      onClick={press}
    >
      {pending ? (
        <>
          <span className="invisible inline-flex items-center gap-[0.5625rem]" aria-hidden="true">
            {children}
          </span>
          <span>{pending}</span>
        </>
      ) : (
        children
      )}
    </button>
  )
  if (!('reason' in props)) return button
  // Also without one now: the same element stays as a reason comes and goes, and keeps the focus.
  return (
    <span
      className={
        reason ? `inline-flex flex-wrap items-center gap-x-3.5 gap-y-2 ${full ? 'w-full' : ''}` : 'contents'
      }
    >
      {button}
      {reason && (
        <span id={reasonId} className="text-[0.875rem]/[1.4] text-ink2 in-[.board]:text-boardmuted">
          {reason}
        </span>
      )}
    </span>
  )
}
