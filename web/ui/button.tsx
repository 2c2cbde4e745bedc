import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useId } from 'react'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'ink' | 'onboard'
type ButtonSize = 'big' | 'small' | 'dense' | 'normal'
type Look = { kind?: ButtonKind; size?: ButtonSize; full?: boolean }

const PRESS = '[transition:box-shadow_var(--press),transform_var(--press),background-color_var(--press)]'
// Waiting: the words that stood there still take their room, and what is said instead lies over them.
const BUSY =
  'aria-busy:inline-grid aria-busy:cursor-progress aria-busy:*:place-self-center aria-busy:*:[grid-area:1/1]'
const BASE = `btn inline-flex items-center justify-center gap-[9px] rounded-control border-[1.5px] text-center no-underline off:border-dashed off:not-aria-busy:cursor-not-allowed ${PRESS} ${BUSY}`

const OFF = 'off:border-control off:bg-sunken off:text-ink2 off:shadow-none off:transform-none'
const KINDS: Record<ButtonKind, string> = {
  primary: `btn-primary border-accent-edge bg-accent font-display font-extrabold tracking-[0.015em] text-onaccent shadow-[inset_0_-4px_0_var(--accent-edge)] [word-spacing:0.08em] hover:bg-accent-hi active:transform-[translateY(2px)] active:shadow-[inset_0_-1px_0_var(--accent-edge)] ${OFF}`,
  secondary: `border-control bg-surface font-sans font-[650] text-ink hover:bg-sunken ${OFF}`,
  quiet: `border-transparent font-sans font-[650] text-accenttext hover:bg-accentwash ${OFF}`,
  danger: `border-danger bg-surface font-sans font-[650] text-danger hover:bg-dangerwash ${OFF}`,
  ink: `border-ink bg-ink font-sans font-[650] text-page hover:bg-ink2 ${OFF}`,
  onboard:
    'border-boardmuted font-sans font-[650] text-boardink hover:bg-board off:border-boardmuted off:bg-transparent off:text-boardmuted',
}
const SIZES: Record<ButtonSize, string> = {
  big: 'min-h-[58px] px-7 text-[27px]/[1.15]',
  normal: 'min-h-12 px-5 text-[16px]/[1.15]',
  small: 'min-h-11 px-3.5 text-[15px]/[1.15]',
  dense: 'min-h-11 px-3.5 text-[15px]/[1.15] lg:min-h-9 lg:px-3 lg:text-[14.5px]/[1.15]',
}
/** In the display face, above an edge that is pressed in. */
const PRIMARY_SIZES: Record<ButtonSize, string> = {
  big: 'min-h-[58px] px-7 pt-1 pb-[7px] text-[27px]/none',
  normal: 'min-h-12 px-5 pt-1 pb-[7px] text-[23px]/none',
  small: 'min-h-11 px-3.5 pt-[3px] pb-1.5 text-[20px]/none',
  dense: 'min-h-11 px-3.5 pt-[3px] pb-1.5 text-[20px]/none lg:min-h-9 lg:px-3',
}

/** The same look for a button and for a link that acts like one. */
export function buttonClass({ kind = 'secondary', size = 'normal', full = false }: Look = {}): string {
  const sized = (kind === 'primary' ? PRIMARY_SIZES : SIZES)[size]
  const narrow = kind === 'quiet' && size === 'normal' ? 'px-3!' : ''
  return `${BASE} ${KINDS[kind]} ${sized} ${narrow} ${full ? 'w-full' : ''}`
}

/** A picture that can be pressed; it needs a name. */
export const iconButtonClass =
  'grid size-11 flex-none place-items-center rounded-control text-[18px] hover:bg-[color-mix(in_srgb,currentColor_12%,transparent)]'

/** A word that can be pressed. */
export const textButtonClass =
  'inline-flex min-h-11 min-w-11 items-center px-1.5 font-sans text-[14.5px]/normal font-[650] underline underline-offset-3'

type Props = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    ref?: Ref<HTMLButtonElement>
    /** The label while waiting: the button keeps its place, its width and the focus, and takes no second press. */
    pending?: string | false | undefined
    /** It takes the place of another button: the second half of a double click on that one does not press it. */
    ignoresDoubleClick?: boolean
    /** Why it cannot be pressed. Stands beside the button and is read with it, so it can still be reached. */
    reason?: string | undefined
    children: ReactNode
  }

export function Button({
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
}: Props) {
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
      {...(pending ? { 'aria-busy': true } : {})}
      {...(reason ? { 'aria-describedby': reasonId } : {})}
      className={`${buttonClass({ kind, size, full })} ${className}`}
      onClick={press}
    >
      {pending ? (
        <>
          <span className="invisible inline-flex items-center gap-[9px]" aria-hidden="true">
            {children}
          </span>
          <span>{pending}</span>
        </>
      ) : (
        children
      )}
    </button>
  )
  if (!reason) return button
  return (
    <span className={`inline-flex flex-wrap items-center gap-x-3.5 gap-y-2 ${full ? 'w-full' : ''}`}>
      {button}
      <span id={reasonId} className="text-[14px]/[1.4] text-ink2 in-[.board]:text-boardmuted">
        {reason}
      </span>
    </span>
  )
}
