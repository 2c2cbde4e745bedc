/**
 * A page can be read, typed into and pressed before its script has loaded, which takes seconds on a slow connection.
 * Nothing is lost: what was typed and chosen is kept, and presses are held and then replayed, each control once. If the
 * script never loads, the page says so.
 */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const FIELDS = 'textarea, select, input:not([type=file], [type=hidden])'

/** `written` holds the inputType of each field's last input event: empty where the browser filled it in. */
type Early = { pressed: Set<HTMLElement>; written: Map<EventTarget | null, string>; stop: () => void }
declare global {
  interface Window {
    early?: Early
  }
}

/** Runs in the head of every page exactly as written here, so it must not use anything from outside. */
function holdPresses(): void {
  const hold = (control: HTMLElement) => {
    early.pressed.add(control)
    control.setAttribute('data-held', '')
    control.setAttribute('aria-busy', 'true')
  }
  // Keep it from React while it hydrates: React may not be able to handle it yet.
  const take = (event: Event, control: HTMLElement) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    hold(control)
  }
  // A form with an `action` works without a script. Submitting any other would lose what is in it.
  const onClick = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (!button || button.getAttribute('aria-disabled') === 'true') return
    if (button.type === 'submit' && button.form?.hasAttribute('action')) return
    take(event, button)
  }
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    if (!form.hasAttribute('action')) take(event, event.submitter ?? form)
  }
  const onInput = (event: Event) => {
    early.written.set(event.target, (event as InputEvent).inputType ?? '')
  }
  // A script requested by the page, or by another script.
  const onFailure = ({ type, target }: Event) => {
    if (type === 'error' && !(target instanceof HTMLScriptElement)) return
    if (document.querySelector('.not-arrived')) return
    const note = document.createElement('p')
    note.className = 'not-arrived'
    note.setAttribute('role', 'alert')
    const again = document.createElement('a')
    again.href = location.href.replace(/#.*/, '')
    again.className = 'text-link'
    again.append('Reload the page')
    note.append('Part of this page did not load. ', again)
    document.body?.append(note)
  }
  const early: Early = {
    pressed: new Set(),
    written: new Map(),
    stop: () => {
      removeEventListener('input', onInput, true)
      removeEventListener('click', onClick, true)
      removeEventListener('submit', onSubmit, true)
      removeEventListener('error', onFailure, true)
      removeEventListener('unhandledrejection', onFailure)
    },
  }
  window.early = early
  addEventListener('input', onInput, true)
  addEventListener('click', onClick, true)
  addEventListener('submit', onSubmit, true)
  addEventListener('error', onFailure, true)
  addEventListener('unhandledrejection', onFailure)
}

export const preHydrationScript = `(${holdPresses.toString()})()`

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'

/** A password manager fires no input event; a restored list or box is not a choice made now. */
const isFilled = (field: Field): boolean =>
  !(field instanceof HTMLSelectElement || isBox(field)) && field.value !== field.defaultValue

type Written = { value: string | boolean; inputType: string }
const written = new Map<Field, Written>()
let pressed: HTMLElement[] = []

const remember = (field: Field, inputType = ''): void => {
  // In the order they were last written: in a group, the last one counts.
  written.delete(field)
  written.set(field, { value: isBox(field) ? field.checked : field.value, inputType })
}

/** While hydrating, React resets fields to their values in the server's HTML. */
function onInput(event: Event): void {
  const { target } = event
  if (target instanceof Element && target.matches(FIELDS) && !isBox(target as Field))
    remember(target as Field, (event as InputEvent).inputType)
}

/** A box is read before React handles the click: by the input event React may have reset it. */
function onCheck({ target }: Event): void {
  if (target instanceof HTMLInputElement && isBox(target)) remember(target)
}

/** A `change` that reaches this listener was handled by React, which stops it while it cannot: no replay is needed. */
function onHeard({ target }: Event): void {
  if (target instanceof HTMLSelectElement) written.delete(target)
}

/** From hydration on. React drops a press on a part that is not hydrated yet: it is held and replayed like an earlier one. */
function onPress(event: Event): void {
  const { isTrusted, target } = event
  if (!isTrusted || !(target instanceof Element)) return
  const button = target.closest('button')
  if (button && isHeldBack(button)) {
    event.preventDefault()
    event.stopImmediatePropagation()
    if (pressed.includes(button)) return
    pressed.push(button)
    mark(button, true)
    if (pressed.length === 1) setTimeout(pressNext)
    return
  }
  // If the user presses a held control again before its replay, React handles that press; it must not run twice.
  const again = pressed.filter((control) => control.contains(target))
  for (const control of again) mark(control, false)
  pressed = pressed.filter((control) => !again.includes(control))
}

/** A form with an `action` works without a script. */
const isHeldBack = (button: HTMLButtonElement): boolean =>
  button.getAttribute('aria-disabled') !== 'true' &&
  !(button.type === 'submit' && button.form?.hasAttribute('action')) &&
  isWaiting(button)

const mark = (control: HTMLElement, isHeld: boolean): void => {
  control.toggleAttribute('data-held', isHeld)
  if (isHeld) control.setAttribute('aria-busy', 'true')
  else control.removeAttribute('aria-busy')
}

/** Right before hydration. */
export function keepPreHydration(): void {
  const { early } = window
  for (const field of document.querySelectorAll<Field>(FIELDS))
    if (early?.written.has(field) || isFilled(field)) remember(field, early?.written.get(field))
  document.addEventListener('input', onInput, true)
  addEventListener('click', onCheck, true)
  addEventListener('change', onHeard)
}

/** Replays it as if written now, so that listeners are notified and can tell typed values from filled-in ones. */
function write(field: Field, { value, inputType }: Written): void {
  if (field instanceof HTMLSelectElement) {
    field.value = String(value)
    field.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (isBox(field)) {
    // A field that is disabled now is being saved.
    if ((field.type === 'radio' && !value) || field.disabled) return
    field.checked = !value
    field.click()
  } else {
    // Set first as a program would, then as a keyboard would: React detects a difference from the last value it knew.
    field.value = field.defaultValue
    const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }))
  }
}

/** A menu opens on pointerdown, a tab on mousedown, anything else on click. */
function press(control: HTMLElement): void {
  if (control instanceof HTMLFormElement) {
    control.requestSubmit()
    return
  }
  // React had hydrated it before its click was held: its own pointerdown has opened it, and another one would close it.
  if (control.matches('[aria-haspopup="menu"][aria-expanded="true"]')) return
  const how = { bubbles: true, cancelable: true, composed: true, button: 0 }
  // Don't move the focus out of a field that is being typed into.
  if (document.activeElement === document.body) control.focus({ preventScroll: true })
  control.dispatchEvent(new PointerEvent('pointerdown', { ...how, pointerType: 'mouse', isPrimary: true }))
  control.dispatchEvent(new MouseEvent('mousedown', how))
  control.dispatchEvent(new PointerEvent('pointerup', { ...how, pointerType: 'mouse', isPrimary: true }))
  control.dispatchEvent(new MouseEvent('mouseup', how))
  control.click()
}

const SOON_MS = 50
/** For parts that load separately, such as the account menu. After this many waits the press is dropped. */
const MAX_WAITS = 200

/** A part that loads separately is hydrated later than the rest; until then it is marked (ui/lazily). */
const isWaiting = (control: HTMLElement): boolean => control.closest(':has(> template[data-waits])') !== null

/** What was written before it may keep it busy, such as with a quote: it would ignore the press (ui/button). */
const isPending = (control: HTMLElement): boolean =>
  control.getAttribute('aria-disabled') === 'true' && control.getAttribute('aria-busy') === 'true'

/** Each in its own task: whatever was written or pressed before it must have taken effect. */
function pressNext(waits = 0): void {
  const [control] = pressed
  if (!control) return
  if (control.isConnected && (isWaiting(control) || isPending(control)) && waits < MAX_WAITS) {
    setTimeout(pressNext, SOON_MS, waits + 1)
    return
  }
  pressed.shift()
  mark(control, false)
  if (control.isConnected && !isWaiting(control)) press(control)
  setTimeout(pressNext)
}

function writeAll(fields: Iterable<Field>): void {
  for (const field of [...fields]) {
    const value = written.get(field)
    written.delete(field)
    if (value !== undefined && field.isConnected) write(field, value)
  }
}

/** Lists wait for the end of the event that triggered hydration, which may be their own. */
function settle(): void {
  removeEventListener('change', onHeard)
  writeAll(written.keys())
  setTimeout(pressNext)
}

/** Right after hydration. */
export function replayPreHydration(): void {
  document.removeEventListener('input', onInput, true)
  removeEventListener('click', onCheck, true)
  // The page is fine: what failed was an extension's script, or one that loaded on the second attempt.
  document.querySelector('.not-arrived')?.remove()
  const { early } = window
  early?.stop()
  delete window.early
  pressed = [...(early?.pressed ?? [])]
  for (const control of pressed) mark(control, isWaiting(control))
  addEventListener('click', onPress, true)
  writeAll([...written.keys()].filter((field) => !(field instanceof HTMLSelectElement)))
  setTimeout(settle)
}
