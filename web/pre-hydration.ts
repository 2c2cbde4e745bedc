/**
 * A page can be read, written in and pressed before its script is there, which on a slow line is seconds. Nothing of
 * that is lost: what was typed and chosen is kept, and what was pressed is held and then done, each control once. Where
 * the script never comes, the page says so.
 */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const FIELDS = 'textarea, select, input:not([type=file], [type=hidden])'

/** `written` holds how each field was last written in, as its input event said: empty where a browser filled it in. */
type Early = { pressed: Set<HTMLElement>; written: Map<EventTarget | null, string>; stop: () => void }
declare global {
  interface Window {
    early?: Early
  }
}

/** Runs in the head of every page as it stands here, without anything from around it. */
function holdPresses(): void {
  const hold = (control: HTMLElement) => {
    early.pressed.add(control)
    control.setAttribute('data-held', '')
    control.setAttribute('aria-busy', 'true')
  }
  // React is not to hear it too while it takes the page over: it may not be able to do anything with it yet.
  const take = (event: Event, control: HTMLElement) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    hold(control)
  }
  // A form with an address works without a script. Any other would be thrown away with what is in it.
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
  // A script that was asked for by the page, or by another script.
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

/** A password manager writes without a word; what a browser puts back in a list or a box was nobody's choice now. */
const isFilled = (field: Field): boolean =>
  !(field instanceof HTMLSelectElement || isBox(field)) && field.value !== field.defaultValue

type Written = { value: string | boolean; inputType: string }
const written = new Map<Field, Written>()
let pressed: HTMLElement[] = []

const remember = (field: Field, inputType = ''): void => {
  // In the order in which they were last written: of a group it is the last that counts.
  written.delete(field)
  written.set(field, { value: isBox(field) ? field.checked : field.value, inputType })
}

/** Taking the page over, React puts back what the fields held when the page was made. */
function onInput(event: Event): void {
  const { target } = event
  if (target instanceof Element && target.matches(FIELDS) && !isBox(target as Field))
    remember(target as Field, (event as InputEvent).inputType)
}

/** A box is read before React hears of the click: by its input event React may have put it back. */
function onCheck({ target }: Event): void {
  if (target instanceof HTMLInputElement && isBox(target)) remember(target)
}

/** What is chosen from a list goes no further than to React, as long as it can do nothing with it; then it is heard. */
function onHeard({ target }: Event): void {
  if (target instanceof HTMLSelectElement) written.delete(target)
}

/** What is pressed again before its turn has come is heard by React; it is not to happen twice. */
function onPress({ isTrusted, target }: Event): void {
  if (isTrusted) pressed = pressed.filter((control) => !(target instanceof Node && control.contains(target)))
}

/** Right before the page is taken over. */
export function keepPreHydration(): void {
  const { early } = window
  for (const field of document.querySelectorAll<Field>(FIELDS))
    if (early?.written.has(field) || isFilled(field)) remember(field, early?.written.get(field))
  document.addEventListener('input', onInput, true)
  addEventListener('click', onCheck, true)
  addEventListener('change', onHeard)
}

/** As if it were written now, so that whoever listens knows of it, and knows what was typed from what was filled in. */
function write(field: Field, { value, inputType }: Written): void {
  if (field instanceof HTMLSelectElement) {
    field.value = String(value)
    field.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (isBox(field)) {
    // What cannot be changed now is being saved.
    if ((field.type === 'radio' && !value) || field.disabled) return
    field.checked = !value
    field.click()
  } else {
    // Set as a program would, then as a keyboard would: React sees what differs from the last value it knew.
    field.value = field.defaultValue
    const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }))
  }
}

/** A menu opens when the pointer comes down, a tab at the mouse button, anything else at the click. */
function press(control: HTMLElement): void {
  if (control instanceof HTMLFormElement) {
    control.requestSubmit()
    return
  }
  const how = { bubbles: true, cancelable: true, composed: true, button: 0 }
  // Not out of the field that is being written in by now.
  if (document.activeElement === document.body) control.focus({ preventScroll: true })
  control.dispatchEvent(new PointerEvent('pointerdown', { ...how, pointerType: 'mouse', isPrimary: true }))
  control.dispatchEvent(new MouseEvent('mousedown', how))
  control.dispatchEvent(new PointerEvent('pointerup', { ...how, pointerType: 'mouse', isPrimary: true }))
  control.dispatchEvent(new MouseEvent('mouseup', how))
  control.click()
}

const SOON_MS = 50
/** Of what is loaded by itself, such as the menu of an account. Later than that nobody waits for it. */
const MAX_WAITS = 200

/** A part of the page that is loaded by itself is taken over later than the rest; until then it is marked (ui/lazily). */
const isWaiting = (control: HTMLElement): boolean => control.closest(':has(> template[data-waits])') !== null

/** Each in a turn of its own: what came before it, written or pressed, must have arrived. */
function pressNext(waits = 0): void {
  const [control] = pressed
  if (!control) {
    removeEventListener('click', onPress, true)
    return
  }
  if (control.isConnected && isWaiting(control) && waits < MAX_WAITS) {
    setTimeout(pressNext, SOON_MS, waits + 1)
    return
  }
  pressed.shift()
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

/** Lists wait for the end of the event that made React take the page over, which may be their own. */
function settle(): void {
  removeEventListener('change', onHeard)
  writeAll(written.keys())
  setTimeout(pressNext)
}

/** Right after the page was taken over. */
export function replayPreHydration(): void {
  document.removeEventListener('input', onInput, true)
  removeEventListener('click', onCheck, true)
  // What failed was none of it: an extension's script, or one that came at the second try.
  document.querySelector('.not-arrived')?.remove()
  const { early } = window
  early?.stop()
  delete window.early
  pressed = [...(early?.pressed ?? [])]
  for (const control of pressed) {
    control.removeAttribute('data-held')
    control.removeAttribute('aria-busy')
  }
  addEventListener('click', onPress, true)
  writeAll([...written.keys()].filter((field) => !(field instanceof HTMLSelectElement)))
  setTimeout(settle)
}
