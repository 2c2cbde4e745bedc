/**
 * A page can be read and written in before its script is there. What somebody typed until then is kept: taking the
 * page over, React would put back what the fields held when the page was made.
 */
type Field = HTMLInputElement | HTMLTextAreaElement
const FIELDS = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=hidden])'

const typed = new Map<Field, string>()

/** Also while the page is being taken over. */
function listen({ target }: Event): void {
  if (target instanceof Element && target.matches(FIELDS)) typed.set(target as Field, (target as Field).value)
}

/** Before the page is taken over. */
export function rememberTyped(): void {
  for (const field of document.querySelectorAll<Field>(FIELDS)) {
    if (field.value !== field.defaultValue) typed.set(field, field.value)
  }
  document.addEventListener('input', listen, true)
}

/** After it: as if it were typed now, so that whoever listens knows of it. */
export function restoreTyped(): void {
  document.removeEventListener('input', listen, true)
  for (const [field, value] of typed) {
    if (!field.isConnected) continue
    // Set as a program would, then as a keyboard would: React sees what differs from the last it was told.
    field.value = field.defaultValue
    const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  typed.clear()
}
