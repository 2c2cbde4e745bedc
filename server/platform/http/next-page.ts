type Query = { limit: number; cursor?: string | undefined } & Record<
  string,
  string | number | null | undefined
>

/** The `Link` to the page after this one, for the same question; null: this page is not full, so it is the last (R51). */
export function nextPage(list: string, rows: readonly { id: string }[], { cursor: _, ...query }: Query) {
  const last = rows.length === query.limit ? rows.at(-1) : undefined
  if (!last) return null
  const next = new URLSearchParams({ cursor: last.id })
  for (const [name, value] of Object.entries(query)) if (value != null) next.set(name, String(value))
  return `<${list}?${next}>; rel="next"`
}
