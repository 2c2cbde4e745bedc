import { faMagnifyingGlass, faXmark, type IconDefinition } from '@fortawesome/free-solid-svg-icons'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import { veilClass } from './layer.ts'
import { useReturnFocus } from './return-focus.ts'
import { optionClass } from './select.tsx'

export type PaletteOption = {
  id: string
  /** The address that it opens. */
  to: string
  main: string
  note?: string
  icon: IconDefinition
  tail?: ReactNode
}
export type PaletteGroup = { label: string; options: readonly PaletteOption[] }
type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the dialog, its field and its list. */
  label: string
  placeholder: string
  value: string
  maxLength: number
  onValue: (value: string) => void
  groups: readonly PaletteGroup[]
  /** Below the list, and read aloud as it changes: how many were found, or why none were. */
  status: string
  onChoose: (option: PaletteOption) => void
}

/**
 * A field over the page with a list of destinations: the keys move through the list while the focus stays in the field
 * (the combobox pattern), Enter opens, Escape closes and returns the focus.
 */
export function CommandPalette(props: Props) {
  const { open, onOpenChange, label, placeholder, value, maxLength, onValue, groups, status, onChoose } =
    props
  const field = useRef<HTMLInputElement>(null)
  const focus = useReturnFocus(open)
  const listId = useId()
  const options = groups.flatMap((group) => group.options)
  const list = useActive(options, onChoose)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={veilClass} />
        <Radix.Content
          className="fixed inset-[0.5rem_0.5rem_auto] z-45 flex max-h-[min(40rem,calc(100dvh-1rem))] animate-appear flex-col rounded-dialog bg-surface text-ink shadow-3 md:inset-[12vh_auto_auto_50%] md:max-h-[min(40rem,76dvh)] md:w-[min(40rem,calc(100vw-3rem))] md:-translate-x-1/2"
          aria-describedby={undefined}
          {...focus}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            field.current?.focus()
          }}
        >
          <Radix.Title className="sr-only">{label}</Radix.Title>
          <div className="flex items-center gap-3 border-b border-line py-2 pr-2 pl-[1.125rem]">
            <Icon icon={faMagnifyingGlass} />
            <input
              ref={field}
              className="min-h-12 min-w-0 flex-1 px-2 text-[1.125rem] placeholder:text-ink2 placeholder:opacity-100"
              type="text"
              role="combobox"
              aria-label={label}
              aria-expanded={options.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={list.active ? `${listId}-${list.active.id}` : undefined}
              placeholder={placeholder}
              maxLength={maxLength}
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="go"
              value={value}
              onChange={({ target }) => onValue(target.value)}
              onKeyDown={list.press}
            />
            <Radix.Close className="icon-button" aria-label="Close">
              <Icon icon={faXmark} />
            </Radix.Close>
          </div>
          <div
            id={listId}
            role="listbox"
            aria-label={label}
            className="flex-1 overflow-y-auto overscroll-contain px-2 py-1.5"
            tabIndex={-1}
          >
            {groups.map((group) => (
              <Group key={group.label} group={group} listId={listId} list={list} onChoose={onChoose} />
            ))}
          </div>
          <p role="status" className="border-t border-line px-5 py-2.5 text-[0.875rem] text-ink2">
            {status}
          </p>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type Active = ReturnType<typeof useActive>
type GroupProps = {
  group: PaletteGroup
  listId: string
  list: Active
  onChoose: (option: PaletteOption) => void
}

function Group({ group, listId, list, onChoose }: GroupProps) {
  if (group.options.length === 0) return null
  const headId = `${listId}-of-${group.label.replace(/\W/g, '')}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
    <div role="group" aria-labelledby={headId}>
      <p id={headId} className="px-3 pt-2.5 pb-1 text-[0.875rem] font-semibold text-ink2">
        {group.label}
      </p>
      {group.options.map((option) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
        <div
          key={option.id}
          ref={option === list.active ? list.reveal : undefined}
          id={`${listId}-${option.id}`}
          role="option"
          aria-selected={option === list.active}
          data-highlighted={option === list.active ? '' : undefined}
          className={`${optionClass} justify-start! gap-3.5! py-1.5`}
          onPointerMove={() => list.point(option.id)}
          onClick={() => onChoose(option)}
        >
          <Icon icon={option.icon} />
          <span className="min-w-0 grow">
            <span className="block break-words">{option.main}</span>
            {option.note && <span className="fine block break-words">{option.note}</span>}
          </span>
          {option.tail && <span className="fine text-right font-semibold">{option.tail}</span>}
        </div>
      ))}
    </div>
  )
}

/** The first option is active until the keys or the pointer choose another one that is still listed. */
function useActive(options: readonly PaletteOption[], onChoose: (option: PaletteOption) => void) {
  const [chosen, setChosen] = useState<{ id: string; byKey: boolean } | null>(null)
  const place = options.findIndex(({ id }) => id === chosen?.id)
  const at = Math.max(place, 0)
  const active = options[at]
  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || options.length === 0) return
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + options.length }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      const next = options[to % options.length]
      if (next) setChosen({ id: next.id, byKey: true })
    } else if (event.key === 'Enter' && active) {
      event.preventDefault()
      onChoose(active)
    }
  }
  const point = (id: string): void => {
    if (id !== active?.id) setChosen({ id, byKey: false })
  }
  const reveal = (element: HTMLElement | null): void => {
    if (chosen?.byKey) element?.scrollIntoView({ block: 'nearest' })
  }
  return { active, press, point, reveal }
}
