import { faCheck, faChevronDown } from '@fortawesome/free-solid-svg-icons'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { FieldFrame, type Frame } from './field.tsx'
import { Icon } from './icon.tsx'
import { Popover } from './popover.tsx'

export type ComboOption = {
  value: string
  label: string
  /** A second line: where, who. Found by the search too. */
  note?: string
}
type Props = Frame & {
  id?: string
  options: readonly ComboOption[]
  value: string | null
  onChange: (value: string) => void
  placeholder?: string
  /** What stands there when nothing is found. */
  empty?: string
}

/** Every word that was typed is somewhere in the label or the note. */
export function found<One extends { label: string; note?: string }>(
  options: readonly One[],
  text: string,
): One[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return options.filter(({ label, note = '' }) => {
    const where = `${label} ${note}`.toLowerCase()
    return words.every((word) => where.includes(word))
  })
}

/** A list that is searched by typing: for more than a handful of options that people know by name. */
export function Combobox({
  label,
  hint,
  error,
  optional,
  className,
  id,
  options,
  value,
  onChange,
  placeholder,
  empty = 'Nothing found',
}: Props) {
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const chosen = options.find((option) => option.value === value)
  const shown = text === null ? [...options] : found(options, text)
  const current = Math.min(active, shown.length - 1)

  const open = (): void => {
    if (isOpen) return
    setOpen(true)
    setActive(Math.max(0, chosen ? shown.indexOf(chosen) : 0))
  }
  const close = (): void => {
    setOpen(false)
    setText(null)
  }
  const choose = (option: ComboOption | undefined): void => {
    if (option) onChange(option.value)
    close()
  }
  const move = (to: number): void => {
    open()
    const next = (to + shown.length) % Math.max(1, shown.length)
    setActive(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = { ArrowDown: isOpen ? current + 1 : current, ArrowUp: current - 1 }
    const to = moves[event.key]
    if (to !== undefined) {
      event.preventDefault()
      move(to)
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      choose(shown[current])
    } else if (event.key === 'Tab') close()
  }

  return (
    <FieldFrame {...{ label, hint, error, optional, className, id }}>
      {(ids) => (
        <Popover
          open={isOpen}
          onOpenChange={(next) => !next && close()}
          label={label}
          keepFocus
          anchor={
            <div className="combo">
              <input
                {...ids}
                role="combobox"
                className="input"
                autoComplete="off"
                spellCheck={false}
                aria-expanded={isOpen}
                aria-controls={isOpen ? listId : undefined}
                aria-autocomplete="list"
                aria-activedescendant={isOpen && shown[current] ? `${listId}-${current}` : undefined}
                placeholder={placeholder}
                value={text ?? chosen?.label ?? ''}
                onClick={open}
                onKeyDown={press}
                onChange={(event) => {
                  setText(event.target.value)
                  setActive(0)
                  setOpen(true)
                }}
              />
              <Icon icon={faChevronDown} />
            </div>
          }
        >
          <div ref={list} id={listId} role="listbox" aria-label={label} className="combo-list">
            {shown.map((option, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
              <div
                key={option.value}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={option.value === value}
                data-highlighted={index === current ? '' : undefined}
                className="select-option"
                onPointerMove={() => setActive(index)}
                onClick={() => choose(option)}
              >
                <span>
                  {option.label}
                  {option.note && <span className="fine block">{option.note}</span>}
                </span>
                {option.value === value && <Icon icon={faCheck} />}
              </div>
            ))}
          </div>
          {shown.length === 0 && (
            <p className="quiet dense p-3" role="status">
              {empty}
            </p>
          )}
        </Popover>
      )}
    </FieldFrame>
  )
}
