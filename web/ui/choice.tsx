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

/** A box to choose, and the input that covers it. */
export const CHOICE =
  'choice relative cursor-pointer rounded-stat border border-line bg-surface hover:border-control has-checked:border-2 has-checked:border-ink has-focus-visible:focus-ring has-disabled:border-dashed has-disabled:bg-sunken has-disabled:text-ink2'
export const CHOICE_INPUT = 'peer input-over disabled:cursor-not-allowed'

/** Its padding takes up what the border gains. */
const BOX =
  'grid grid-cols-[1.5rem_minmax(0,1fr)] content-start gap-x-3 gap-y-0.5 px-4 py-3.5 has-checked:px-[0.9375rem] has-checked:py-[0.8125rem]'
const DOT =
  'dot row-[1/3] mt-px size-[1.375rem] border-2 border-control peer-checked:border-7 peer-checked:border-ink peer-checked:bg-page'

/** One of several, each with a sentence. The whole box is clickable. */
export function Choice({ type = 'radio', name, value, checked, onChange, title, disabled, children }: Props) {
  return (
    <label className={`${CHOICE} ${BOX}`}>
      <input
        className={CHOICE_INPUT}
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
