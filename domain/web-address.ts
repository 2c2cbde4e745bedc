/** Links as people type them: most leave out the `https://`. Pure. */

/** A host with a dot, and what may follow it. `javascript:` and an email address do not match. */
const HOST = /^[\p{L}\d](?:[\p{L}\d-]*\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]|$)/u

/** `www.foxes.org` is `https://www.foxes.org`. What has a scheme, or is not a host, stays as it is, for the form to refuse. */
export function completedUrl(typed: string): string {
  const text = typed.trim()
  return HOST.test(text) ? `https://${text}` : text
}
