import type { ButtonHTMLAttributes, ReactNode } from 'react'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'ink' | 'onboard'
type Look = { kind?: ButtonKind; size?: 'big' | 'small' | 'dense' | 'normal'; full?: boolean }

/** The same look for a button and for a link that acts like one. */
export function buttonClass({ kind = 'secondary', size = 'normal', full = false }: Look = {}): string {
  const sizes = { big: 'btn-big', small: 'btn-small', dense: 'btn-small btn-dense', normal: '' }
  return `btn btn-${kind} ${sizes[size]} ${full ? 'btn-full' : ''}`
}

type Props = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & { pending?: string | false | undefined; children: ReactNode }

/** `pending` is the label while waiting: the button keeps its place and takes no second press. */
export function Button({
  kind = 'secondary',
  size = 'normal',
  full = false,
  pending,
  children,
  className = '',
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass({ kind, size, full })} ${className}`}
      disabled={rest.disabled || Boolean(pending)}
      aria-busy={pending ? true : undefined}
    >
      {pending || children}
    </button>
  )
}
