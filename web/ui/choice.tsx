import type { ReactNode } from 'react'

type Props = {
  type?: 'radio' | 'checkbox'
  name: string
  value: string
  checked: boolean
  onChange: (on: boolean) => void
  title: string
  disabled?: boolean
  children?: ReactNode
}

/** The box of one of several, around its input: of words, or with a picture. */
export const choiceClass =
  'relative cursor-pointer rounded-stat border border-line bg-surface hover:border-control has-checked:border-2 has-checked:border-ink has-focus-visible:focus-ring has-disabled:border-dashed has-disabled:bg-sunken has-disabled:text-ink2'
const DOT =
  'dot row-span-2 row-start-1 mt-px size-[22px] border-2 border-control peer-checked:border-7 peer-checked:border-ink peer-checked:bg-page'

/** One of several, each with a sentence. The whole box is the target. */
export function Choice({ type = 'radio', name, value, checked, onChange, title, disabled, children }: Props) {
  return (
    <label
      className={`choice grid grid-cols-[24px_1fr] content-start gap-x-3 gap-y-0.5 px-4 py-3.5 has-checked:px-[15px] has-checked:py-[13px] ${choiceClass}`}
    >
      <input
        className="peer input-over disabled:cursor-not-allowed"
        type={type}
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span
        className={`${DOT} ${type === 'checkbox' ? 'rounded-badge' : 'rounded-full'}`}
        aria-hidden="true"
      />
      <strong className="font-[650]">{title}</strong>
      {children && <span className="fine col-start-2 text-ink2">{children}</span>}
    </label>
  )
}
