/** A form or a query in Stripe's notation: `metadata[userId]=1&expand[0]=data.payment_method`. */
type Value = string | Value[] | { [name: string]: Value }

export function readForm(text: string): Record<string, Value> {
  const root: Record<string, Value> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''))
    put(root, [first, ...rest], value)
  }
  return asLists(root) as Record<string, Value>
}

function put(target: Record<string, Value>, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) target[name] = value
  else {
    target[name] ??= {}
    put(target[name] as Record<string, Value>, rest, value)
  }
}

/** Names that are 0, 1, 2 make a list. */
function asLists(value: Value): Value {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  if (isList) return entries.map(([, one]) => asLists(one))
  return Object.fromEntries(entries.map(([name, one]) => [name, asLists(one)]))
}
