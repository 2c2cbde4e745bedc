import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { FieldFrame, splitFrame, type TextFieldProps } from './field.tsx'
import { Popover } from './popover.tsx'
import { optionClass } from './select.tsx'

type Suggested = { id: string; main: string; note?: string }
type Lookup<Chosen> = {
  suggest: (text: string) => Promise<Suggested[]>
  /** All details of the chosen one. */
  open: (id: string) => Promise<Chosen>
}
type Props<Chosen> = Omit<TextFieldProps, 'prefix' | 'money'> & {
  /** Null: an ordinary field. */
  lookup: Lookup<Chosen> | null
  /** Letters before the first lookup. */
  least: number
  onChosen: (chosen: Chosen) => void
  onFailed: (error: unknown) => void
  /** What the list contains, for screen readers. */
  words: { found: (count: number) => string; none: string }
  /** Below the list: its source. */
  foot?: ReactNode
}

/** While someone types fast, the lookup waits for a pause. */
const REST_MS = 200

/** Changes made by hand; when a browser fills in a whole form, no list is needed. */
const isTyped = (event: ChangeEvent<HTMLInputElement>): boolean =>
  /^(insert(?!Replacement)|delete|history)/.test((event.nativeEvent as InputEvent).inputType ?? '')

/**
 * A field that accepts any text, with a list of suggestions. Nothing is filled in without a choice, responses to outdated
 * input are dropped, and typing on while a choice loads cancels it.
 */
export function SuggestField<Chosen>(props: Props<Chosen>) {
  const { lookup, least, onChosen, onFailed, words, foot, ...field } = props
  const [frame, input] = splitFrame(field)
  const list = useSuggestions({ lookup, least, onChosen, onFailed })
  const listId = useId()
  const { options, active, isOpen } = list
  const spoken = options === null ? '' : options.length === 0 ? words.none : words.found(options.length)
  const combobox = lookup && {
    role: 'combobox',
    'aria-expanded': isOpen,
    'aria-controls': isOpen && options?.length ? listId : undefined,
    'aria-autocomplete': 'list' as const,
    'aria-activedescendant': isOpen && active >= 0 ? `${listId}-${active}` : undefined,
    spellCheck: false,
  }
  return (
    <FieldFrame {...frame} id={input.id}>
      {(ids) => (
        <>
          <Popover
            open={isOpen}
            onOpenChange={(next) => !next && list.close()}
            label={frame.label}
            keepFocus
            anchor={
              <input
                type="text"
                {...input}
                {...ids}
                {...combobox}
                className="input"
                onKeyDown={list.press}
                onChange={(event) => {
                  input.onChange?.(event)
                  list.typed(isTyped(event) ? event.target.value : '')
                }}
                onBlur={(event) => {
                  input.onBlur?.(event)
                  list.leave()
                }}
              />
            }
          >
            {/* A press on the list must not take the focus out of the field. */}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is */}
            <div onMouseDown={(event) => event.preventDefault()}>
              {options && options.length > 0 && (
                <div
                  id={listId}
                  role="listbox"
                  aria-label={frame.label}
                  className="max-h-[19.25rem] overflow-auto"
                >
                  {options.map((option, index) => (
                    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
                    <div
                      key={option.id}
                      id={`${listId}-${index}`}
                      role="option"
                      aria-selected={index === active}
                      data-highlighted={index === active ? '' : undefined}
                      className={`${optionClass} py-1.5`}
                      onPointerMove={() => list.point(index)}
                      onClick={() => list.choose(option)}
                    >
                      <span>
                        {option.main}
                        {option.note && <span className="fine block">{option.note}</span>}
                      </span>
                    </div>
                  ))}
                </div>
              )}
              {options?.length === 0 && <p className="quiet dense p-3">{words.none}</p>}
              {foot}
            </div>
          </Popover>
          <span role="status" className="sr-only">
            {isOpen ? spoken : ''}
          </span>
        </>
      )}
    </FieldFrame>
  )
}

type Shown = { options: readonly Suggested[] | null; active: number; isOpen: boolean }
const NOTHING: Shown = { options: null, active: -1, isOpen: false }

function useSuggestions<Chosen>({
  lookup,
  least,
  onChosen,
  onFailed,
}: Pick<Props<Chosen>, 'lookup' | 'least' | 'onChosen' | 'onFailed'>) {
  const [shown, setShown] = useState<Shown>(NOTHING)
  // Responses for an earlier turn are outdated.
  const turn = useRef(0)
  const isOpening = useRef(false)
  const isNow = (its: number): boolean => its === turn.current
  useEffect(
    () => () => {
      turn.current = -1
    },
    [],
  )
  const { options, active } = shown

  async function ask(from: Lookup<Chosen>, text: string, its: number): Promise<void> {
    try {
      const found = await from.suggest(text)
      if (isNow(its)) setShown({ options: found, active: -1, isOpen: true })
    } catch (error) {
      if (!isNow(its)) return
      setShown(NOTHING)
      onFailed(error)
    }
  }
  function typed(text: string): void {
    const its = ++turn.current
    const wanted = text.trim()
    if (!lookup || wanted.length < least) setShown(NOTHING)
    else setTimeout(() => isNow(its) && ask(lookup, wanted, its), REST_MS)
  }
  async function choose({ id }: Suggested): Promise<void> {
    const its = ++turn.current
    setShown(NOTHING)
    isOpening.current = true
    try {
      const chosen = await lookup?.open(id)
      if (chosen !== undefined && isNow(its)) onChosen(chosen)
    } catch (error) {
      if (isNow(its)) onFailed(error)
    } finally {
      isOpening.current = false
    }
  }
  const close = (): void => setShown((last) => ({ ...last, active: -1, isOpen: false }))
  const point = (to: number): void => setShown((last) => ({ ...last, active: to, isOpen: true }))
  /** After the last option comes the field itself, as typed; then the first again. */
  function move(by: 1 | -1): void {
    const stops = (options?.length ?? 0) + 1
    point(((active + 1 + by + stops) % stops) - 1)
  }
  function press(event: KeyboardEvent): void {
    if (!options || options.length === 0 || event.nativeEvent.isComposing) return
    const chosen = shown.isOpen ? options[active] : undefined
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      void choose(chosen)
    }
  }
  function leave(): void {
    // A choice that is loading continues; a lookup that nobody waits for anymore does not.
    if (!isOpening.current) turn.current += 1
    setShown(NOTHING)
  }
  return { ...shown, typed, choose, close, point, press, leave }
}
